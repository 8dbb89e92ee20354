package import PeelFiles
internal import PeelPlatform

/// The photos in a folder, sorted by name, without hidden files.
///
/// With `isRecursive` the photos of inner folders follow at their folder's position in the order. An inner folder that
/// can't be read gives an error at its position. A folder reached twice through links is read once. An inner folder in which
/// peel keeps a journal holds scans, and is left out.
///
/// - Parameter outputs: the inner folders that were left out are added to it.
package func photos(
  in folder: Path, isRecursive: Bool, outputs: inout [Path]
) throws(PhotoError) -> [Result<Path, PhotoError>] {
  var seen: Set<FileIdentity> = []
  let photos: [Result<Path, FileError>]
  do throws(FileError) {
    photos = try listed(folder, isRecursive: isRecursive, seen: &seen, outputs: &outputs)
  } catch {
    throw .file(error)
  }
  if photos.isEmpty { throw .noPhotos(folder, isRecursive: isRecursive) }
  return photos.map { $0.mapError { .file($0) } }
}

/// The photos in a folder, without a word on inner folders that hold scans.
package func photos(in folder: Path, isRecursive: Bool) throws(PhotoError) -> [Result<Path, PhotoError>] {
  var outputs: [Path] = []
  return try photos(in: folder, isRecursive: isRecursive, outputs: &outputs)
}

private func listed(
  _ folder: Path, isRecursive: Bool, seen: inout Set<FileIdentity>, outputs: inout [Path]
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
  for path in sorted {
    if !isFolder(path) {
      if path.hasPhotoExtension { photos.append(.success(path)) }
    } else if isRecursive, OutputFolder.hasJournal(path) {
      outputs.append(path)
    } else if isRecursive {
      do throws(FileError) { photos += try listed(path, isRecursive: true, seen: &seen, outputs: &outputs) } catch {
        photos.append(.failure(error))
      }
    }
  }
  return photos
}

extension Path {
  /// The file name extensions of the formats that can be read, in lower case.
  package static let photoExtensions: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "heic", "heif", "hif", "png", "tif", "tiff",
  ]

  /// Whether the name ends like a photo's.
  package var hasPhotoExtension: Bool {
    Self.photoExtensions.contains(String(decoding: stemAndExtension.fileExtension, as: UTF8.self).lowercased())
  }
}
