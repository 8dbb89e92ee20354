package import PeelFiles
internal import PeelOutput
internal import PeelPlatform

/// The photos in a folder, sorted by name, without hidden files.
///
/// With `isRecursive` the photos of inner folders follow at their folder's position in the order. An inner folder that
/// can't be read gives an error at its position. A folder reached twice through links is read once. An inner folder that peel
/// wrote scans to is left out. If their photos are in the folder, too, only the scans are left out. A raw file beside the photo
/// that the camera made of it is left out as well.
package func photos(
  in folder: Path, isRecursive: Bool, includesClips: Bool = false
) throws(PhotoError) -> [Result<Path, PhotoError>] {
  try FolderListing(of: folder, isRecursive: isRecursive, includesClips: includesClips, includesSheets: true).photos
}

/// The photos in a folder, and what is left out.
package struct FolderListing: Sendable {
  /// As `photos(in:isRecursive:)` gives them.
  package let photos: [Result<Path, PhotoError>]
  /// The other files, but for hidden ones and sidecars.
  package let leftOut: [Path]
  /// The inner folders that hold scans.
  package let outputs: [Path]
  /// The inner folders in which servers and systems keep small copies and deleted files.
  package let housekeeping: [Path]
  /// The scans in folders that hold their photos, too.
  package let scans: [Path]
  /// The sheets and albums that peel made.
  package let sheets: [Path]
  /// The pictures in folders of scans that aren't scans.
  package let unlisted: [Path]

  /// Looks into a folder, and with `isRecursive` into those in it.
  ///
  /// - Parameters:
  ///   - includesClips: whether clips count as photos.
  ///   - includesOutputs: whether scans count as photos, and inner folders that hold them are read, too. In such folders,
  ///     only the scans that a journal lists are, if there are any.
  ///   - includesSheets: whether sheets and albums that peel made count as photos. To find them, each JPEG is opened.
  package init(
    of folder: Path, isRecursive: Bool, includesClips: Bool = false, includesOutputs: Bool = false,
    includesSheets: Bool = false
  ) throws(PhotoError) {
    var walk = FolderWalk(
      isRecursive: isRecursive, includesClips: includesClips, includesOutputs: includesOutputs,
      includesSheets: includesSheets)
    var photos: [Result<Path, FileError>]
    let notes = [FolderNotes(of: folder)].compactMap(\.self) + (includesOutputs ? [] : FolderNotes.around(folder))
    photos = try mapping(PhotoError.file, walk.photos(in: folder, notes))
    // Where the photos are gone, the scans are all there is.
    let isOfScans = photos.isEmpty && !notes.isEmpty
    if isOfScans { photos = (walk.unlisted + walk.scans).map { .success($0) } }
    if photos.isEmpty {
      throw .noPhotos(
        folder, isRecursive: isRecursive,
        outputs: walk.outputs + Set(walk.scans.map(\.folder)).sorted { $0.text < $1.text },
        sheets: walk.sheets)
    }
    self.photos = photos.flatMap { photo -> [Result<Path, PhotoError>] in
      switch photo {
      case .success(let file): pages(in: file)
      case .failure(let error): [.failure(.file(error))]
      }
    }
    (unlisted, scans) = isOfScans ? ([], []) : (walk.unlisted, walk.scans)
    (outputs, sheets, housekeeping) = (walk.outputs, walk.sheets, walk.housekeeping)
    leftOut = walk.others.filter { !$0.hasExtension(in: Path.sidecarExtensions) }
  }
}

/// What peel noted in a folder that it wrote scans to.
private struct FolderNotes {
  let finished: FinishedScans
  /// Whether the photos of the scans are in the folder, too, or in one inside it.
  let holdsPhotos: Bool

  /// nil if peel noted no file there.
  init?(of folder: Path) {
    guard OutputFolder.hasJournal(folder), let finished = try? FinishedScans(in: folder), finished.namesFiles else {
      return nil
    }
    self.finished = finished
    holdsPhotos = finished.holdsPhotos
  }

  /// Those of the folders around this one: a template's folders have none of their own.
  static func around(_ folder: Path) -> [FolderNotes] {
    guard var outer = resolved(folder) else { return [] }
    var notes: [FolderNotes] = []
    for _ in 0..<ScanNames.mostFolders {
      let next = outer.folder
      if next == outer { break }
      outer = next
      if let own = FolderNotes(of: outer) { notes.append(own) }
    }
    return notes
  }

  /// Whether a file is an unchanged scan, by whatever name.
  func isScan(_ path: Path) -> Bool { finished.made(path) || finished.isCopy(path) }

  /// Whether no note is lost, and none is of this file.
  func leavesOut(_ path: Path) -> Bool { finished.listsAll && !finished.lists(path) && !finished.isCopy(path) }
}

/// A walk through a folder, and what isn't read in it.
private struct FolderWalk {
  let isRecursive: Bool
  let includesClips: Bool
  let includesOutputs: Bool
  let includesSheets: Bool
  private(set) var others: [Path] = []
  private(set) var sheets: [Path] = []
  private(set) var unlisted: [Path] = []
  /// Inner folders that hold scans.
  private(set) var outputs: [Path] = []
  private(set) var housekeeping: [Path] = []
  private(set) var scans: [Path] = []
  /// The folders that were read, by their paths without links.
  private var seen: Set<Path> = []

  init(isRecursive: Bool, includesClips: Bool, includesOutputs: Bool, includesSheets: Bool) {
    self.isRecursive = isRecursive
    self.includesClips = includesClips
    self.includesOutputs = includesOutputs
    self.includesSheets = includesSheets
  }

  /// - Parameter notes: those of the folder, and of the ones around it.
  mutating func photos(in folder: Path, _ notes: [FolderNotes]) throws(FileError) -> [Result<Path, FileError>] {
    let sorted: [Path]
    do throws(SystemError) {
      if let place = resolved(folder), !seen.insert(place).inserted { return [] }
      sorted = try names(in: folder).filter { $0.first != UInt8(ascii: ".") }
        .sorted { $0.lexicographicallyPrecedes($1) }.map { folder.appending($0) }
    } catch {
      throw FileError(error.code == ENOENT ? .missing : .unreadable, folder, reason: error.reason)
    }
    var photos: [Result<Path, FileError>] = []
    let developed = developed(in: sorted, notes)
    for path in sorted {
      if !includesSheets, path.hasPhotoExtension || isFolder(path), SheetRun.made(path) {
        if isRecursive || !isFolder(path) { sheets.append(path) }
      } else if !isFolder(path) {
        let isPhoto =
          path.hasRawExtension
          ? !developed.contains(path.stemAndExtension.stem)
          : path.hasPhotoExtension && path.isPhotoInFolder || includesClips && path.hasClipExtension
        if !isPhoto {
          others.append(path)
        } else if includesOutputs, !notes.isEmpty, notes.allSatisfy({ $0.leavesOut(path) }) {
          unlisted.append(path)
        } else if !includesOutputs, notes.contains(where: { $0.holdsPhotos && $0.isScan(path) }) {
          scans.append(path)
        } else {
          photos.append(.success(path))
        }
      } else if isRecursive, path.isHousekeeping {
        housekeeping.append(path)
      } else if isRecursive {
        let own = FolderNotes(of: path)
        if !includesOutputs, let own, !own.holdsPhotos {
          outputs.append(path)
          continue
        }
        do throws(FileError) { photos += try self.photos(in: path, [own].compactMap(\.self) + notes) } catch {
          photos.append(.failure(error))
        }
      }
    }
    return photos
  }

  /// The stems of the photos that aren't raw files. Scans aren't what a camera made.
  private func developed(in files: [Path], _ notes: [FolderNotes]) -> Set<[UInt8]> {
    guard files.contains(where: \.hasRawExtension) else { return [] }
    func isScan(_ path: Path) -> Bool { notes.contains { $0.isScan(path) } }
    let photos = files.filter { $0.hasPhotoExtension && !$0.hasRawExtension && !isScan($0) }
    return Set(photos.map(\.stemAndExtension.stem))
  }
}

extension Path {
  /// The extensions of the files in which peel, and other programs, keep what a person did to a photo.
  fileprivate static let sidecarExtensions: Set<String> = ["peel", "xmp", "aae"]

  /// Whether it has a name that servers and systems give to folders of their own. `.Trash-1000` is hidden anyway.
  fileprivate var isHousekeeping: Bool { Self.housekeeping.contains(String(decoding: name, as: UTF8.self)) }

  private static let housekeeping: Set<String> = [
    "@eaDir", "#recycle", "#snapshot", "$RECYCLE.BIN", "System Volume Information", "lost+found",
  ]
}
