package import PeelFiles

/// How a scan was made from several shots.
package struct MergeFacts: Sendable, Equatable, Codable {
  /// A shot that was used.
  package struct Used: Sendable, Equatable, Codable {
    package let photo: Path
    /// The share of the print that comes from it, 0…1.
    package let share: Double
  }

  /// A shot that was left out.
  package struct LeftOut: Sendable, Equatable, Codable {
    package let photo: Path
    package let reason: Reason
  }

  package enum Reason: String, Sendable, Codable {
    case unreadable
    case noPrint = "no-print"
    case otherPrint = "other-print"
    case blurred = "blur"
    case colourless = "no-colour"
  }

  /// The shots that were used, in the order given.
  package var used: [Used] = []
  package var leftOut: [LeftOut] = []
  /// The share of the print that is under glare in every shot, 0…1.
  package var unmended = 0.0
  /// The errors of shots that couldn't be read. They aren't noted in the journal: such shots are read again.
  package var errors: [PhotoError] = []

  private enum CodingKeys: String, CodingKey { case used, leftOut, unmended }

  package init() {}
}

/// A path in a journal: its text or, if it isn't UTF-8, its bytes.
extension Path: Codable {
  /// Reads text, or bytes.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let text = try? value.decode(String.self) {
      self.init(text)
    } else {
      self.init(bytes: try value.decode([UInt8].self))
    }
  }

  /// Writes text, or bytes.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    if let text = String(validating: bytes, as: UTF8.self) { try value.encode(text) } else { try value.encode(bytes) }
  }
}
