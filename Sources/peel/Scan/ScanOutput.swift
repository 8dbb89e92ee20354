import ArgumentParser
import PeelCodecs
import PeelFiles
import PeelOutput
import PeelScanning

/// Where `peel scan` writes.
enum ScanOutput: Equatable, Sendable {
  /// All scans go to a folder, named after their photos.
  case folder(Path)
  /// The only scan goes to a file of this format.
  case file(Path, ScanFile.Format)
  /// The only scan goes to standard output.
  case standardOutput

  /// Reads the option's value. A name that ends like a format's files is a file, unless a folder has it.
  init(_ path: Path) {
    let format = ScanFile.Format.allCases.first { $0.hasName(path.name) }
    if path == .standardOutput {
      self = .standardOutput
    } else if let format, !isFolder(path) {
      self = .file(path, format)
    } else {
      self = .folder(path)
    }
  }

  /// The file for the only scan; nil for a folder.
  var target: Path? {
    switch self {
    case .folder: nil
    case .file(let path, _): path
    case .standardOutput: .standardOutput
    }
  }

  /// The scan's format, by its name; nil if that doesn't tell.
  var format: ScanFile.Format? {
    if case .file(_, let format) = self { format } else { nil }
  }

  /// - Parameters:
  ///   - scan: the options that shape scans.
  ///   - options: the other options given that need a folder, and those that print something.
  /// - Throws: an error if the options don't fit.
  func check(_ scan: ScanArguments, _ options: (folder: [String], output: [String])) throws {
    guard let target else { return }
    let name = self == .standardOutput ? "standard output" : target.shown
    if self == .standardOutput, let option = options.output.first {
      throw ValidationError("\(option) prints to standard output, where the scan goes; name a file with -o.")
    }
    if let option = options.folder.first { throw ValidationError("\(option) needs a folder, not \(name).") }
    if scan.crop == .both { throw ValidationError("--crop both makes two scans of a print; name a folder with -o.") }
    if let format, let wanted = scan.format, wanted != format {
      throw ValidationError("--as \(wanted.rawValue) doesn't fit the name \(name).")
    }
  }
}

extension ScanFile.Format {
  /// Whether a file's name ends like those of this format.
  func hasName(_ name: [UInt8]) -> Bool {
    let fileExtension = Path(bytes: name).stemAndExtension.fileExtension
    return fileExtensions.contains(String(decoding: fileExtension, as: UTF8.self).lowercased())
  }

  /// The usual endings of all formats, for messages: ".jpg, .png or .tif".
  static var endings: String {
    let all = allCases.map { ".\($0.fileExtension)" }
    return all.dropLast().joined(separator: ", ") + " or " + all.suffix(1).joined()
  }

  /// The extensions of file names, without the dot, in lower case.
  var fileExtensions: [String] {
    switch self {
    case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
    case .png: ["png"]
    case .tiff: ["tif", "tiff"]
    case .webp: ["webp"]
    case .avif: ["avif"]
    }
  }
}
