import PeelCodecs
import PeelPlatform
import PeelImaging

/// What a photo file may ask for before it is refused.
enum PhotoLimits {
  /// Bytes of a file. The largest phone photos have 50 MB.
  static let bytes = 512 << 20
  /// Pixels of the shorter side. A print needs some 100 to be told from its ground.
  static let shortSide = 64
}

func readPhoto(at path: String) throws(FileError) -> PhotoFile { try readPhoto(at: Path(path)) }

func readPhoto(
  at path: Path, isLumaOnly: Bool = false, keepsDepth: Bool = false, limits: DecodingLimits = DecodingLimits()
) throws(FileError) -> PhotoFile {
  try photoFile(photoBytes(at: path), at: path, isLumaOnly: isLumaOnly, keepsDepth: keepsDepth, limits: limits)
}

/// The photo that a file's bytes hold.
func photoFile(
  _ bytes: [UInt8], at path: Path, isLumaOnly: Bool = false, keepsDepth: Bool = false,
  limits: DecodingLimits = DecodingLimits()
) throws(FileError) -> PhotoFile {
  let file: PhotoFile
  do {
    file = try PhotoFile(decoding: bytes, isLumaOnly: isLumaOnly, keepsDepth: keepsDepth, limits: limits)
  } catch {
    throw .photo(path, error)
  }
  let (width, height) = (file.photo.width, file.photo.height)
  if min(width, height) < PhotoLimits.shortSide { throw .tooSmall(path, width: width, height: height) }
  return file
}

/// The file's bytes as they were at one time.
func photoBytes(at path: Path) throws(FileError) -> [UInt8] {
  let refusal: FileError
  do throws(SystemError) {
    let file = try Descriptor(reading: path)
    let status = try file.status()
    switch status.kind {
    case .file where status.size > PhotoLimits.bytes: refusal = .tooBig(path, bytes: status.size)
    case .file:
      if let bytes = try file.bytes(limit: PhotoLimits.bytes) {
        if bytes.count == status.size, try file.status() == status { return bytes }
        refusal = .changing(path)
      } else {
        refusal = .tooBig(path, bytes: PhotoLimits.bytes)
      }
    case .folder: refusal = .folder(path)
    case .other: refusal = .notAFile(path)
    }
  } catch {
    refusal = [ENOENT, ENOTDIR].contains(error.code) ? .missing(path) : .unreadable(path, reason: error.reason)
  }
  throw refusal
}
