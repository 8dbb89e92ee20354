public import PeelCodecs
public import PeelFiles
public import PeelImaging
public import PeelOutput

/// Why a photo could not be read, or a print in it could not be scanned.
public enum PhotoError: Error, Equatable {
  /// The photo's file could not be used.
  case file(FileError)
  /// The folder for scans could not be used.
  case output(OutputError)
  /// No photos in a folder, or in the folders inside it but for those that hold scans, which are left out.
  case noPhotos(Path, isRecursive: Bool, outputs: [Path], sheets: [Path])
  /// Standard input holds neither a photo nor the name of one.
  case noNames(Path)
  /// A list of photos has more bytes than the limit.
  case listTooLong(Path)
  /// A list of photos, one on each line, has a NUL, which no name has.
  case listHasNUL(Path)
  /// A list of photos that should be separated by NUL has lines instead.
  case listHasLines(Path)
  /// Not all pages of a file are photos.
  case pages(Path, PagesFault)
  /// The photo's bytes could not be decoded, or its scan could not be encoded.
  case codec(Path, CodecError)
  /// The photo has too few pixels to show a print.
  case tooSmall(Path, width: Int, height: Int)
  /// One scan of the photo was wanted, but there are none or several.
  case notOneScan(photo: Path, count: Int)
  /// The photo has prints, but none of them is sure, and only those are wanted.
  case noSurePrint(photo: Path)
  /// The scans of so many photos were to go to one file.
  case notOnePhoto(Path, count: Int)
  /// A scan of the photo could not be written.
  case scan(photo: Path, OutputError)
  /// A print in the photo could not be flattened.
  case development(photo: Path, DevelopmentError)
  /// The photo's adjustments could not be used.
  case sidecar(photo: Path, SidecarError)

  /// A depth map, the photo's own or a file's, could not be used.
  case depth(Path, DepthError)
  /// Two pictures can't be a stereo pair.
  case noPair(left: Path, right: Path)
  /// The run was interrupted before the photo was finished. It counts as one that wasn't begun.
  case interrupted(Path)
  /// An animation could not be made of the photo.
  case animation(Path, reason: String)

  /// The photo, or the file or folder given in its place.
  public var path: Path {
    switch self {
    case .file(let error): error.path
    case .output(let error): error.path
    case .noPhotos(let path, _, _, _), .noNames(let path), .listTooLong(let path), .listHasNUL(let path),
      .listHasLines(let path), .pages(let path, _), .codec(let path, _), .interrupted(let path),
      .tooSmall(let path, _, _),
      .notOneScan(let path, _), .noSurePrint(let path), .notOnePhoto(let path, _),
      .scan(let path, _), .development(let path, _),
      .sidecar(let path, _),
      .depth(let path, _), .noPair(let path, _), .animation(let path, _):
      path
    }
  }

  /// Whether every other photo of the batch would fail for the same reason.
  package var endsBatch: Bool {
    switch self {
    case .file(let error): error.concernsFolder
    case .output(let error), .scan(_, let error): error.concernsFolder
    case .noPhotos, .noNames, .listTooLong, .listHasNUL, .listHasLines, .pages, .interrupted, .codec, .tooSmall,
      .notOneScan, .noSurePrint, .notOnePhoto, .development, .sidecar, .depth, .noPair, .animation:
      false
    }
  }
}
