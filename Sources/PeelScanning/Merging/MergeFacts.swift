public import PeelFiles
package import PeelImaging

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
    /// Its file has the same bytes as another shot's.
    case copy
    /// It shows several prints, so that it is scanned by itself.
    case severalPrints = "several-prints"
  }

  /// The shots that were used, in the order given.
  package var used: [Used] = []
  package var leftOut: [LeftOut] = []
  /// The share of the print that is under glare in every shot, 0…1; nil if one shot is used, which doesn't tell.
  package var unmended: Double?
  /// The prints in the shots that were used which weren't merged, counted in each shot.
  package var otherPrints = 0
  /// The errors of shots that couldn't be read. They aren't noted in the journal: such shots are read again.
  package var errors: [PhotoError] = []

  private enum CodingKeys: String, CodingKey { case used, leftOut, unmended, otherPrints }

  package init() {}

  /// Notes what a fusion used.
  ///
  /// - Parameter photos: the photo of each shot that the fusion was given.
  package mutating func note(_ fusion: Fusion, of photos: [Path]) {
    used = fusion.used.map { Used(photo: photos[$0.shot], share: $0.share) }
    unmended = fusion.unmended
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    used = try values.decode([Used].self, forKey: .used)
    leftOut = try values.decode([LeftOut].self, forKey: .leftOut)
    unmended = try values.decodeIfPresent(Double.self, forKey: .unmended)
    otherPrints = try values.decodeIfPresent(Int.self, forKey: .otherPrints) ?? 0
  }

  /// Whether a person should look at what was merged: a single shot, one print of several, or one of two prints that as many
  /// shots show.
  package var needsReview: Bool {
    let others = leftOut.count { $0.reason == .otherPrint }
    return used.count < 2 || otherPrints > 0 || others >= used.count
  }
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
