import PeelPlatform

/// The photos in a folder, sorted by name, without hidden files; what lies in folders inside comes with them, at their
/// names' place in the order, when it is `recursive`, and so does why one of those folders cannot be read. A folder that
/// is reached twice over links is read once.
func photos(in folder: Path, isRecursive: Bool) throws(FileError) -> [Result<Path, FileError>] {
  var seen: Set<FileIdentity> = []
  let photos = try photos(in: folder, isRecursive: isRecursive, seen: &seen)
  if photos.isEmpty { throw .folderWithoutPhotos(folder, isRecursive: isRecursive) }
  return photos
}

private func photos(
  in folder: Path, isRecursive: Bool, seen: inout Set<FileIdentity>
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
      if path.looksLikePhoto { photos.append(.success(path)) }
    } else if isRecursive {
      do throws(FileError) { photos += try peel.photos(in: path, isRecursive: true, seen: &seen) } catch {
        photos.append(.failure(error))
      }
    }
  }
  return photos
}

extension Path {
  /// Endings of the photos that can be read, in small letters.
  static let photoEndings: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "heic", "heif", "hif", "png", "tif", "tiff",
  ]

  var looksLikePhoto: Bool {
    Self.photoEndings.contains(String(decoding: stemAndEnding.ending, as: UTF8.self).lowercased())
  }
}

/// Where peel keeps what it has to remember for a person, after the XDG Base Directory Specification: `XDG_STATE_HOME`
/// or else `~/.local/state`, in it `peel`.
var stateFolder: Path? { personalFolder("XDG_STATE_HOME", orUnderHome: ".local/state") }

/// Where a person tells peel how to be: `XDG_CONFIG_HOME` or else `~/.config`, in it `peel`.
var configurationFolder: Path? { personalFolder("XDG_CONFIG_HOME", orUnderHome: ".config") }

/// nil where the person has no home. Relative names are to be ignored.
private func personalFolder(_ variable: String, orUnderHome name: String) -> Path? {
  func whole(_ path: Path?) -> Path? { path.flatMap { $0.bytes.first == UInt8(ascii: "/") ? $0 : nil } }
  let folder =
    whole(environmentVariable(variable)) ?? whole(environmentVariable("HOME"))?.appending(Array(name.utf8))
  return folder?.appending(Array("peel".utf8))
}
