package import PeelFiles
internal import PeelPlatform

/// The photos in a folder, sorted by name, without hidden files.
///
/// With `isRecursive` the photos of inner folders follow at their folder's position in the order. An inner folder that
/// can't be read gives an error at its position. A folder reached twice through links is read once. An inner folder in which
/// peel keeps a journal holds scans, and is left out. If it also holds the photos, they are read, and only the scans are left
/// out. So is a raw file beside the photo that the camera made of it.
package func photos(
  in folder: Path, isRecursive: Bool, includesClips: Bool = false
) throws(PhotoError) -> [Result<Path, PhotoError>] {
  try FolderListing(of: folder, isRecursive: isRecursive, includesClips: includesClips).photos
}

/// The photos in a folder, and what is left out.
package struct FolderListing: Sendable {
  /// As `photos(in:isRecursive:)` gives them.
  package let photos: [Result<Path, PhotoError>]
  /// The other files, but for hidden ones and sidecars.
  package let leftOut: [Path]
  /// The inner folders that hold scans.
  package let outputs: [Path]
  /// The scans beside their photos.
  package let scans: [Path]
  /// The sheets and albums that peel made.
  package let sheets: [Path]
  /// The pictures in folders of scans that aren't scans.
  package let unlisted: [Path]

  /// Looks into a folder, and with `isRecursive` into those in it.
  ///
  /// - Parameters:
  ///   - includesClips: whether clips count as photos.
  ///   - includesOutputs: whether inner folders that hold scans are read, too. In such folders, only the scans that a
  ///     journal lists are, if there are any.
  ///   - includesSheets: whether sheets and albums that peel made count as photos.
  package init(
    of folder: Path, isRecursive: Bool, includesClips: Bool = false, includesOutputs: Bool = false,
    includesSheets: Bool = true
  ) throws(PhotoError) {
    var walk = FolderWalk(
      isRecursive: isRecursive, includesClips: includesClips, includesOutputs: includesOutputs,
      includesSheets: includesSheets)
    let photos: [Result<Path, FileError>]
    do throws(FileError) { photos = try walk.photos(in: folder) } catch { throw .file(error) }
    if photos.isEmpty, walk.unlisted.isEmpty {
      throw .noPhotos(folder, isRecursive: isRecursive, outputs: walk.outputs + walk.sheets)
    }
    self.photos = photos.isEmpty ? walk.unlisted.map { .success($0) } : photos.map { $0.mapError { .file($0) } }
    unlisted = photos.isEmpty ? [] : walk.unlisted
    sheets = walk.sheets
    leftOut = walk.others.filter { !$0.hasExtension(in: Path.sidecarExtensions) }
    (outputs, scans) = (walk.outputs, walk.scans)
  }
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
  private(set) var scans: [Path] = []
  private var seen: Set<FileIdentity> = []

  init(isRecursive: Bool, includesClips: Bool, includesOutputs: Bool, includesSheets: Bool) {
    self.isRecursive = isRecursive
    self.includesClips = includesClips
    self.includesOutputs = includesOutputs
    self.includesSheets = includesSheets
  }

  /// - Parameter outer: what earlier runs made in a folder around this one.
  mutating func photos(
    in folder: Path, outer: FinishedScans? = nil
  ) throws(FileError) -> [Result<Path, FileError>] {
    let sorted: [Path]
    do throws(SystemError) {
      if !seen.insert(try Descriptor(reading: folder).status().identity).inserted { return [] }
      sorted = try names(in: folder).filter { $0.first != UInt8(ascii: ".") }
        .sorted { $0.lexicographicallyPrecedes($1) }.map { folder.appending($0) }
    } catch {
      throw error.code == ENOENT ? .missing(folder) : .unreadable(folder, reason: error.reason)
    }
    var photos: [Result<Path, FileError>] = []
    let own = OutputFolder.hasJournal(folder) ? try? FinishedScans(in: folder) : nil
    let finished = includesOutputs ? own ?? outer : nil
    let besidePhotos = includesOutputs ? nil : own.flatMap { $0.holdsPhotos ? $0 : nil } ?? outer
    let developed = Set(sorted.filter { $0.hasPhotoExtension && !$0.hasRawExtension }.map(\.stemAndExtension.stem))
    for path in sorted {
      if !includesSheets, path.hasPhotoExtension || isFolder(path), SheetRun.made(path) {
        if isRecursive || !isFolder(path) { sheets.append(path) }
      } else if !isFolder(path) {
        let isPhoto =
          path.hasRawExtension
          ? !developed.contains(path.stemAndExtension.stem)
          : path.hasPhotoExtension || includesClips && path.hasClipExtension
        if !isPhoto {
          others.append(path)
        } else if let besidePhotos, besidePhotos.made(path) || besidePhotos.isCopy(path) {
          scans.append(path)
        } else if let finished, finished.listsAll, !finished.lists(path), !finished.isCopy(path) {
          unlisted.append(path)
        } else {
          photos.append(.success(path))
        }
      } else if isRecursive, !includesOutputs, holdsScansAlone(path) {
        outputs.append(path)
      } else if isRecursive {
        do throws(FileError) { photos += try self.photos(in: path, outer: finished ?? besidePhotos) } catch {
          photos.append(.failure(error))
        }
      }
    }
    return photos
  }

  /// Whether peel wrote scans to a folder, and their photos are elsewhere.
  private func holdsScansAlone(_ folder: Path) -> Bool {
    OutputFolder.hasJournal(folder) && (try? FinishedScans(in: folder))?.holdsPhotos != true
  }
}

extension Path {
  /// The file name extensions of the formats that can be read, in lower case.
  package static let photoExtensions = rawExtensions.union([
    "jpg", "jpeg", "jpe", "jfif", "heic", "heif", "hif", "png", "tif", "tiff", "webp", "avif",
  ])

  /// Those of cameras' raw files.
  private static let rawExtensions: Set<String> = [
    "3fr", "arw", "cr2", "cr3", "dng", "nef", "orf", "pef", "raf", "rw2", "srw",
  ]

  /// The extensions of pictures and documents that are neither read nor written, in lower case.
  private static let foreignExtensions: Set<String> = [
    "apng", "bmp", "eps", "exr", "gif", "ico", "j2k", "jp2", "jpf", "jpx", "jxl", "mpo", "pdf", "pgm", "pnm", "ppm",
    "psb", "psd", "raw", "svg", "tga", "xcf",
  ]

  /// The extensions of the files in which peel, and other programs, keep what a person did to a photo.
  fileprivate static let sidecarExtensions: Set<String> = ["peel", "xmp", "aae"]

  /// Whether the name ends like a photo's.
  package var hasPhotoExtension: Bool { hasExtension(in: Self.photoExtensions) }

  /// Whether the name ends like that of a camera's raw file.
  fileprivate var hasRawExtension: Bool { hasExtension(in: Self.rawExtensions) }

  /// Whether the name ends like a picture's or a document's, so that nobody means a folder by it.
  var isNamedLikePicture: Bool {
    // With something before it, `.jpg` is an extension too.
    Path(bytes: [UInt8(ascii: "x")] + withoutEndingSlashes.name).hasExtension(
      in: Self.photoExtensions.union(Self.foreignExtensions))
  }

  fileprivate func hasExtension(in extensions: Set<String>) -> Bool {
    extensions.contains(String(decoding: stemAndExtension.fileExtension, as: UTF8.self).lowercased())
  }
}
