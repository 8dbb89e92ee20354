/// The path of a file or folder, as the bytes the system knows it by.
///
/// The bytes have no NUL and are usually, but not always, UTF-8. They are kept as given: `a//b` stays `a//b`.
public struct Path: Hashable, Sendable {
  /// The path's bytes.
  public let bytes: [UInt8]

  /// Makes a path of the given bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Makes a path of the text's UTF-8 bytes.
  public init(_ text: String) { bytes = Array(text.utf8) }

  private static let slash = UInt8(ascii: "/")

  /// What stands for standard input among the names of photos. A file with this name is `./-`.
  package static let standardInput = Path("-")
  /// What stands for standard output in place of a scan's name.
  package static let standardOutput = Path("-")

  package var withoutEndingSlashes: Path {
    let end = bytes.lastIndex { $0 != Self.slash }.map { $0 + 1 } ?? min(1, bytes.count)
    return Path(bytes: Array(bytes[..<end]))
  }

  /// The path as text. Bytes that aren't UTF-8 become U+FFFD.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The path as text on one line that is safe to show on a terminal.
  package var shown: String { text.escapingControls }

  /// The part after the last slash.
  package var name: [UInt8] {
    guard let last = bytes.lastIndex(of: Self.slash) else { return bytes }
    return Array(bytes[(last + 1)...])
  }

  /// The name as text on one line that is safe to show on a terminal.
  package var shownName: String { Path(bytes: name).shown }

  /// The folder that contains it; `.` if the path has no slash.
  package var folder: Path {
    guard let last = bytes.lastIndex(of: Self.slash) else { return Path(".") }
    return last == 0 ? Path("/") : Path(bytes: Array(bytes[..<last]))
  }

  /// The most bytes that Linux's file systems allow in a name.
  package static let mostBytesInName = 255

  /// Whether the name, or that of a folder in the path, is too long to be made.
  package var hasLongName: Bool { bytes.split(separator: Self.slash).contains { $0.count > Self.mostBytesInName } }

  /// The characters that Windows, and with it the file systems of memory cards and phones, refuses in names.
  package static let refusedByWindows = "\\:*?\"<>|"

  /// The names of the folders in the path, outermost first, without `.` and `..`.
  package var folderNames: [[UInt8]] {
    bytes.split(separator: Self.slash).dropLast().map(Array.init).filter {
      $0 != Array(".".utf8) && $0 != Array("..".utf8)
    }
  }

  /// The name up to its last dot, and the extension after it. A leading dot starts no extension. Page 2 of `x.tif` has
  /// `x-p2` and `tif`.
  package var stemAndExtension: (stem: [UInt8], fileExtension: [UInt8]) {
    if let page = namedPage {
      let (stem, fileExtension) = page.file.stemAndExtension
      return (stem + Array("-p\(page.number)".utf8), fileExtension)
    }
    let name = name
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return (name, []) }
    return (Array(name[..<dot]), Array(name[(dot + 1)...]))
  }

  /// The path of an entry in this folder.
  package func appending(_ name: [UInt8]) -> Path {
    Path(bytes: bytes.last == Self.slash || bytes.isEmpty ? bytes + name : bytes + [Self.slash] + name)
  }

  /// The path of an entry in this folder.
  package func appending(_ name: String) -> Path { appending(Array(name.utf8)) }
}

extension Path: ExpressibleByStringLiteral {
  /// Makes a path of a literal's UTF-8 bytes.
  public init(stringLiteral text: String) { self.init(text) }
}

extension String {
  /// The text on one line that is safe to show on a terminal: characters that move the cursor, start a sequence, change the
  /// direction of writing or can't be seen are written as `\n`, `\t` or `\u{1b}`.
  package var escapingControls: String {
    unicodeScalars.map { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\t": "\\t"
      case _ where scalar.isUnsafe: "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }.joined()
  }
}

extension Unicode.Scalar {
  /// Whether a terminal may do something else with the character than draw it, or draws nothing: control characters (C0,
  /// C1 and DEL), format characters (such as those that reverse the writing), line and paragraph separators.
  package var isUnsafe: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
    }
  }
}
