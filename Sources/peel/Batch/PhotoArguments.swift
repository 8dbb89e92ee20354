import ArgumentParser
import PeelCodecs

/// Which photos a command is about.
struct PhotoArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Photos, and folders of photos. - reads a list from standard input, one a line.", valueName: "photo"))
  var photos: [String] = []

  @Flag(
    name: .customShort("0"), help: "The list on standard input has a NUL after each name, as `find -print0` writes it.")
  var isNULSeparated = false

  @Flag(name: [.customShort("r"), .long], help: "Look into the folders inside a folder, too.")
  var recursive = false

  @OptionGroup var limits: LimitArguments

  func validate() throws {
    if photos.isEmpty, !isNULSeparated {
      throw ValidationError("Name the photos, or a folder of them.")
    }
  }

  /// In the order given, each once. Folders become their photos, and what cannot be read says why at its place.
  func listed() -> [Result<Path, Complaint>] {
    var given = Path.given(photos)
    if isNULSeparated, !given.contains(.standardInput) { given.append(.standardInput) }
    var seen: Set<Path> = []
    var list: [Result<Path, Complaint>] = []
    for path in given.flatMap({ $0 == .standardInput ? pathsOnStandardInput() : [.success($0)] }) {
      switch path {
      case .failure: list.append(path)
      case .success(let path) where isFolder(path):
        do throws(FileError) {
          for photo in try peel.photos(in: path, isRecursive: recursive) {
            switch photo {
            case .success(let photo): if seen.insert(photo).inserted { list.append(.success(photo)) }
            case .failure(let error): list.append(.failure(Complaint(error)))
            }
          }
        } catch {
          list.append(.failure(Complaint(error)))
        }
      case .success(let path):
        if seen.insert(path).inserted { list.append(.success(path)) }
      }
    }
    return list
  }

  private func pathsOnStandardInput() -> [Result<Path, Complaint>] {
    do throws(SystemError) {
      guard let bytes = try standardInput(limit: Self.mostBytesOfList) else {
        return [.failure(Complaint(path: .standardInput, fact: "the list is longer than 256 MB", advice: "split it"))]
      }
      let separator = isNULSeparated ? 0 : UInt8(ascii: "\n")
      return bytes.split(separator: separator).map { .success(Path(bytes: Array($0))) }
    } catch {
      return [.failure(Complaint(FileError.unreadable(.standardInput, reason: error.reason)))]
    }
  }

  private static let mostBytesOfList = 256 << 20
}

/// What a photo may ask of the machine.
struct LimitArguments: ParsableArguments {
  @Option(help: ArgumentHelp("Refuse photos of more than so many million pixels.", valueName: "number"))
  var maxMegapixels = DecodingLimits().pixels / 1_000_000

  /// Beyond this, not even a scanner's largest pictures.
  private static let most = 10_000

  func validate() throws {
    if !(1...Self.most).contains(maxMegapixels) {
      throw ValidationError("--max-megapixels is between 1 and \(Self.most).")
    }
  }

  var decoding: DecodingLimits {
    var limits = DecodingLimits()
    limits.pixels = maxMegapixels * 1_000_000
    return limits
  }
}

extension Path {
  fileprivate static let standardInput = Path("-")

  /// Arguments as paths. The parser gets names that are not UTF-8 repaired; here their bytes are had back from the
  /// program's own arguments.
  static func given(_ arguments: [String]) -> [Path] {
    var raw = rawArguments
    return arguments.map { argument in
      guard argument.unicodeScalars.contains("\u{FFFD}"),
        let index = raw.firstIndex(where: { $0.text == argument })
      else { return Path(argument) }
      return raw.remove(at: index)
    }
  }
}
