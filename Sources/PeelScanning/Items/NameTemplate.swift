internal import PeelCodecs
package import PeelFiles
internal import PeelImaging
internal import PeelOutput

/// How scans are called: text with fields, such as `{date}/{stem}-{n}-{film}`.
///
/// A name has no extension, which the format adds, and always lies in the folder for scans, or in one below it. `{stem}` is
/// in each template: no two photos in a folder have the same one.
package struct NameTemplate: Hashable, Sendable {
  /// A part of a name that depends on the photo or the print.
  package enum Field: String, CaseIterable, Sendable {
    /// The photo's name without its extension. A number tells photos of the same name apart.
    case stem
    /// The print's number in its photo, from 1.
    case n
    /// A name from `peel films`.
    case film
    /// When the print was taken: `2024-07-01`.
    case date
    /// `12-30-00`.
    case time
    /// Parts of the date: `2024`, `07` and `01`.
    case year, month, day
    /// The name of the folder that the photo is in.
    case folder
  }

  private enum Piece: Hashable, Sendable {
    case text(String)
    case field(Field)
  }

  package let text: String
  private let pieces: [Piece]

  /// The value of a field that isn't known.
  private static let unknown = "unknown"

  package init(_ text: String) throws(Fault) {
    self.text = text
    pieces = try Self.pieces(of: text)
    if !pieces.contains(.field(.stem)) { throw .noStem }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.contains("") { throw .emptyPart }
    if parts.contains(where: { $0.hasPrefix(".") }) { throw .hidden }
    if parts.count > ScanNames.mostFolders + 1 { throw .tooDeep }
    if text.unicodeScalars.contains(where: \.isUnsafe) { throw .unsafe }
    if Path(text).hasPhotoExtension { throw .fileExtension }
  }

  /// Whether it tells the prints of a photo apart.
  var hasNumber: Bool { pieces.contains(.field(.n)) }

  private static func pieces(of text: String) throws(Fault) -> [Piece] {
    var pieces: [Piece] = []
    var rest = text[...]
    while let brace = rest.firstIndex(where: { "{}".contains($0) }) {
      guard rest[brace] == "{", let end = rest[brace...].firstIndex(of: "}") else { throw .brace }
      let name = String(rest[rest.index(after: brace)..<end])
      guard let field = Field(rawValue: name) else { throw .unknownField(name) }
      if brace > rest.startIndex { pieces.append(.text(String(rest[..<brace]))) }
      pieces.append(.field(field))
      rest = rest[rest.index(after: end)...]
    }
    return rest.isEmpty ? pieces : pieces + [.text(String(rest))]
  }

  /// Why a text isn't a template.
  package enum Fault: Error, Equatable {
    case unknownField(String)
    case brace, noStem, emptyPart, hidden, tooDeep, unsafe, fileExtension
  }

  /// What fields tell about a photo.
  package struct Facts: Sendable {
    /// When the photo was taken; nil if it doesn't tell.
    let date: PartialDate?
    /// The name of the folder that it is in; nil for a photo on standard input.
    let folder: [UInt8]?

    /// - Parameter file: the decoded photo; nil if it isn't decoded yet.
    package init(of photo: Path, _ file: PhotoFile?) {
      date = file?.exif?.taken ?? file?.words.taken
      let name = PhotoPlace.path(of: photo).folder.name
      folder = photo == .standardInput || name.isEmpty ? nil : name
    }
  }

  /// The name of a print's scan in the folder for scans, without an extension.
  ///
  /// - Parameters:
  ///   - stem: the photo's.
  ///   - number: the print's number, from 1. Without `{n}`, it is added to the names of all prints but the first.
  ///   - date: when the print was taken; nil for the photo's date.
  func name(_ facts: Facts, stem: [UInt8], number: Int, film: FilmFormat?, date: PartialDate?) -> [UInt8] {
    let date = date ?? facts.date
    let name = pieces.flatMap { piece -> [UInt8] in
      switch piece {
      case .text(let text): Array(text.utf8)
      case .field(.stem): stem
      case .field(.folder): facts.folder ?? Array(Self.unknown.utf8)
      case .field(.n): Array("\(number)".utf8)
      case .field(.film): Array((film?.name ?? Self.unknown).utf8)
      case .field(.date): Array((date?.parts.date ?? Self.unknown).utf8)
      case .field(.time): Array((date?.parts.time ?? Self.unknown).utf8)
      case .field(.year): Array((date.map { "\($0.year)" } ?? Self.unknown).utf8)
      case .field(.month): Array((date?.parts.month ?? Self.unknown).utf8)
      case .field(.day): Array((date?.parts.day ?? Self.unknown).utf8)
      }
    }
    let isNumbered = number > 1 && !hasNumber
    return Self.visible(name) + (isNumbered ? Array("-\(number)".utf8) : [])
  }

  /// The name without folders that begin with a dot, such as `..` and hidden ones: an underscore precedes it. A hidden
  /// photo's scan is hidden, too.
  private static func visible(_ name: [UInt8]) -> [UInt8] {
    let parts = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let folders = parts.dropLast().map { $0.first == UInt8(ascii: ".") ? [UInt8(ascii: "_")] + $0 : Array($0) }
    return Array((folders + parts.suffix(1).map(Array.init)).joined(separator: [UInt8(ascii: "/")]))
  }

  /// What a photo's names have in common, whatever its date and its prints are. Photos whose patterns differ can have the
  /// same names only if the template joins fields without text that keeps them apart.
  func pattern(of photo: Path, stem: [UInt8]) -> [UInt8] {
    let folder = Facts(of: photo, nil).folder
    return pieces.flatMap { piece -> [UInt8] in
      switch piece {
      case .text(let text): Array(text.utf8)
      case .field(.stem): stem
      case .field(.folder): folder ?? []
      // No name has a NUL.
      case .field(let field): [0] + Array(field.rawValue.utf8) + [0]
      }
    }
  }
}

extension PartialDate {
  /// The date and the time, and their parts, as names have them. nil if they aren't known.
  fileprivate var parts: (date: String, time: String?, month: String?, day: String?) {
    let halves = text.split(separator: "T").map(String.init)
    let fields = halves[0].split(separator: "-").map(String.init)
    return (
      halves[0], halves.count > 1 ? halves[1].replacing(":", with: "-") : nil, fields.count > 1 ? fields[1] : nil,
      fields.count > 2 ? fields[2] : nil
    )
  }
}
