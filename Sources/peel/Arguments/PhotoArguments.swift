import ArgumentParser
import PeelCodecs
import PeelFiles
import PeelMessages
import PeelOutput
import PeelScanning

/// The arguments that name photos.
struct PhotoArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Photos and folders of photos. - reads standard input: a photo, or a list of names, one per line.",
      valueName: "photo"),
    completion: .photos)
  var photos: [String] = []

  @Flag(
    name: .customShort("0"),
    help: "The names on standard input are separated by NUL, as `find -print0` writes them.")
  var isNULSeparated = false

  @Flag(name: [.customShort("r"), .long], help: "Search subfolders too.")
  var recursive = false

  @OptionGroup var limits: LimitArguments

  /// What to say if no photo is named.
  static let noneNamed = "Name the photos, or a folder of them."

  func validate() throws {
    if photos.contains("") {
      throw ValidationError("The name of a photo is empty; check the variable or the command that gives it.")
    }
  }

  /// For the commands that need a photo, which is all but one.
  func requirePhoto() throws {
    if photos.isEmpty, !isNULSeparated {
      throw ValidationError(Self.noneNamed)
    }
  }

  /// The photos in the order given, each once. Folders become their photos; what can't be read becomes an error.
  ///
  /// - Parameters:
  ///   - isQuiet: whether no message tells what in folders isn't read.
  ///   - includesClips: whether folders become their clips, too.
  ///   - includesOutputs: whether scans in inner folders are read, and the folders of an output folder without -r.
  ///   - includesSheets: whether sheets and albums in folders that peel made count as photos.
  func listed(
    isQuiet: Bool = false, includesClips: Bool = false, includesOutputs: Bool = false, includesSheets: Bool = false
  ) -> [Result<Path, PhotoError>] {
    var given = Path.given(photos)
    if isNULSeparated, !given.contains(.standardInput) { given.append(.standardInput) }
    var seen: Set<Path> = []
    var list: [Result<Path, PhotoError>] = []
    // `x.jpg`, `./x.jpg` and `folder/../x.jpg` are one photo.
    var folders: [Path: Path] = [:]
    var leftOut = LeftOut()
    func isNew(_ photo: Path) -> Bool {
      let folder = folders[photo.folder] ?? PeelFiles.resolved(photo.folder) ?? photo.folder
      folders[photo.folder] = folder
      let isNew = seen.insert(folder.appending(photo.name)).inserted
      if !isNew { leftOut.repeated.insert(folder.appending(photo.name)) }
      return isNew
    }
    func add(_ photos: [Result<Path, PhotoError>]) {
      for photo in photos {
        switch photo {
        case .success(let path): if isNew(path) { list.append(photo) }
        case .failure: list.append(photo)
        }
      }
    }
    for path in given.flatMap({ $0 == .standardInput ? pathsOnStandardInput() : [.success($0)] }) {
      switch path {
      case .failure: list.append(path)
      case .success(.standardInput): if seen.insert(.standardInput).inserted { list.append(path) }
      case .success(let path) where isFolder(path):
        do throws(PhotoError) {
          let listing = try FolderListing(
            of: path, isRecursive: recursive || includesOutputs && OutputFolder.hasJournal(path),
            includesClips: includesClips, includesOutputs: includesOutputs, includesSheets: includesSheets)
          leftOut.sheets += listing.sheets
          leftOut.unlisted += listing.unlisted
          leftOut.files.formUnion(listing.leftOut)
          leftOut.outputs += listing.outputs
          leftOut.housekeeping += listing.housekeeping
          leftOut.scans.formUnion(listing.scans)
          add(listing.photos)
        } catch {
          list.append(.failure(error))
        }
      case .success(let path):
        // `x.tif` means all its pages, `x.tif#1` the first, which is called `x.tif` otherwise.
        add(path.page?.number == 1 ? [.success(path.file)] : pages(in: path))
      }
    }
    if !isQuiet { for line in leftOut.lines { StandardStream.say(line) } }
    return list
  }

  /// The folders among the arguments.
  var folders: [Path] { Path.given(photos).filter { isFolder($0) } }

  private func pathsOnStandardInput() -> [Result<Path, PhotoError>] {
    do throws(SystemError) {
      guard let bytes = try StandardInput.bytes(limit: PhotoLimits.bytes) else {
        return [.failure(.file(FileError(.tooBig(bytes: PhotoLimits.bytes), .standardInput)))]
      }
      if PhotoFile.isCutOff(bytes), !exists(Path(bytes: bytes)) {
        return [.failure(.codec(.standardInput, .truncated(rowsRead: nil, height: nil)))]
      }
      // What is no list is told by the photo's error.
      if !PhotoFile.isList(bytes, isNULSeparated: isNULSeparated) { return [.success(.standardInput)] }
      if bytes.count > Self.listLimit { return [.failure(.listTooLong(.standardInput))] }
      if !isNULSeparated, bytes.contains(0) { return [.failure(.listHasNUL(.standardInput))] }
      if isNULSeparated, isOfLines(bytes) { return [.failure(.listHasLines(.standardInput))] }
      let separator = isNULSeparated ? 0 : UInt8(ascii: "\n")
      let names = bytes.split(separator: separator).compactMap { name -> Path? in
        var path = Path(bytes: Array(name))
        // Some editors begin a text with a byte order mark.
        if name.startIndex == 0, name.starts(with: Self.byteOrderMark), !exists(path) {
          path = Path(bytes: Array(name.dropFirst(Self.byteOrderMark.count)))
        }
        // On Windows, lines end in CR and LF.
        if !isNULSeparated, name.last == UInt8(ascii: "\r"), !exists(path) { path = Path(bytes: path.bytes.dropLast()) }
        if path.bytes.isEmpty { return nil }
        return path == .standardInput ? Path(".").appending(path.bytes) : path
      }
      return names.isEmpty ? [.failure(.noNames(.standardInput))] : names.map { .success($0) }
    } catch {
      return [.failure(.file(FileError(.unreadable, .standardInput, reason: error.reason)))]
    }
  }

  /// Whether a list has lines and no NUL. A single name may have line breaks.
  private func isOfLines(_ list: [UInt8]) -> Bool {
    !list.contains(0) && list.contains(UInt8(ascii: "\n")) && !exists(Path(bytes: list))
  }

  /// U+FEFF in UTF-8.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The longest list of names, in bytes.
  private static let listLimit = 256 << 20
}

/// The options that limit how large photos may be.
struct LimitArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("Refuse photos with more than this many million pixels.", valueName: "number"),
    completion: .list(["100", "250", "500", "1000"]))
  var maxMegapixels = DecodingLimits().pixels / 1_000_000

  @Option(
    help: ArgumentHelp(
      "Use at most this much memory for photos. (default: three quarters of what is free)", valueName: "megabytes"),
    completion: .list(["500", "1000", "2000", "4000"]))
  var maxMemory: Int?

  /// The highest values of the options. No scanner makes larger pictures, and no machine has more memory.
  private static let highest = 10_000, mostMemory = 1 << 30
  /// The share of the free memory that photos may take, in quarters. The rest is for the program, and for others.
  private static let quarters = 3

  func validate() throws {
    if !(1...Self.highest).contains(maxMegapixels) {
      throw ValidationError("--max-megapixels must be between 1 and \(Self.highest).")
    }
    if let maxMemory, !(1...Self.mostMemory).contains(maxMemory) {
      throw ValidationError("--max-memory must be between 1 and \(Self.mostMemory).")
    }
  }

  /// The limits for photos that are decoded one at a time, or kept.
  var decoding: DecodingLimits {
    var limits = DecodingLimits()
    limits.pixels = maxMegapixels * 1_000_000
    if let maxMemory {
      limits.bytes = maxMemory << 20
    } else if let free = FreeMemory.bytes {
      limits.bytes = free / 4 * Self.quarters
    }
    return limits
  }

  /// The limits for photos that are decoded several at a time, and share the memory.
  var sharedDecoding: DecodingLimits {
    var limits = decoding
    limits.allowance = MemoryAllowance(bytes: limits.bytes)
    return limits
  }
}

extension String {
  /// Throws if the value of an option isn't what was typed, because the parser has replaced bytes that aren't UTF-8.
  func requireUTF8(of option: String) throws {
    guard unicodeScalars.contains("\u{FFFD}") else { return }
    let isReplaced = CurrentProcess.arguments.contains {
      $0.text.hasSuffix(self) && String(validating: $0.bytes, as: UTF8.self) == nil
    }
    if isReplaced { throw ValidationError("\(option) isn't UTF-8 text; type it anew, in a UTF-8 locale.") }
  }
}
