import Codecs
import Glibc
import Imaging

/// What a photo file may ask for before it is refused.
enum PhotoLimits {
  /// Bytes of a file. The largest phone photos have 50 MB.
  static let bytes = 512 << 20
  /// Pixels of the shorter side. A print needs some 100 to be told from its ground.
  static let shortSide = 64
}

func readPhoto(at path: String) throws(FileError) -> PhotoFile { try readPhoto(at: Path(path)) }

func readPhoto(at path: Path, isLumaOnly: Bool = false) throws(FileError) -> PhotoFile {
  try photoFile(photoBytes(at: path), at: path, isLumaOnly: isLumaOnly)
}

/// The photo that a file's bytes hold.
func photoFile(_ bytes: [UInt8], at path: Path, isLumaOnly: Bool = false) throws(FileError) -> PhotoFile {
  let file: PhotoFile
  do { file = try PhotoFile(decoding: bytes, isLumaOnly: isLumaOnly) } catch { throw .photo(path, error) }
  let (width, height) = (file.photo.width, file.photo.height)
  if min(width, height) < PhotoLimits.shortSide { throw .tooSmall(path, width: width, height: height) }
  return file
}

func photoBytes(at path: Path) throws(FileError) -> [UInt8] {
  let refusal: FileError
  do throws(SystemError) {
    let file = try Descriptor(reading: path)
    let (kind, size, _) = try file.status()
    switch kind {
    case .file where size > PhotoLimits.bytes: refusal = .tooBig(path, bytes: size)
    case .file:
      if let bytes = try file.bytes(limit: PhotoLimits.bytes) { return bytes }
      refusal = .tooBig(path, bytes: PhotoLimits.bytes)
    case .folder: refusal = .folder(path)
    case .other: refusal = .notAFile(path)
    }
  } catch {
    refusal = [ENOENT, ENOTDIR].contains(error.code) ? .missing(path) : .unreadable(path, reason: error.reason)
  }
  throw refusal
}
