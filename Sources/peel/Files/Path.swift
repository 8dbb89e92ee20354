/// Where a file or folder lies, in the bytes the system knows it by: without NUL, mostly but not always UTF-8.
struct Path: Hashable, Sendable {
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }
  init(_ text: String) { bytes = Array(text.utf8) }

  private static let slash = UInt8(ascii: "/")

  /// As text; bytes that are no UTF-8 become U+FFFD.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// As text that stays on one line and cannot speak to the terminal.
  var shown: String { text.escapingControls }

  /// What follows the last slash.
  var name: [UInt8] {
    guard let last = bytes.lastIndex(of: Self.slash) else { return bytes }
    return Array(bytes[(last + 1)...])
  }

  /// The folder it lies in, `.` when the path does not say.
  var folder: Path {
    guard let last = bytes.lastIndex(of: Self.slash) else { return Path(".") }
    return last == 0 ? Path("/") : Path(bytes: Array(bytes[..<last]))
  }

  /// The names of the folders on the way, outermost first, without `.` and `..`.
  var folderNames: [[UInt8]] {
    bytes.split(separator: Self.slash).dropLast().map(Array.init).filter {
      $0 != Array(".".utf8) && $0 != Array("..".utf8)
    }
  }

  /// The name without its ending, and the ending without its dot; a leading dot is no ending.
  var stemAndEnding: (stem: [UInt8], ending: [UInt8]) {
    let name = name
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return (name, []) }
    return (Array(name[..<dot]), Array(name[(dot + 1)...]))
  }

  func appending(_ name: [UInt8]) -> Path {
    Path(bytes: bytes.last == Self.slash || bytes.isEmpty ? bytes + name : bytes + [Self.slash] + name)
  }
}

extension String {
  /// Control characters as `\n`, `\t` or `\u{1b}`, the rest as it is.
  var escapingControls: String {
    var shown = ""
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x0A: shown += "\\n"
      case 0x09: shown += "\\t"
      case 0..<0x20, 0x7F..<0xA0: shown += "\\u{\(String(scalar.value, radix: 16))}"
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}
