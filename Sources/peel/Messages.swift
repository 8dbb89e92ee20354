import PeelCodecs
import PeelImaging

/// What is said about a photo that could not be handled: which file, what is wrong, what to do. One line.
struct Complaint: Error, Equatable {
  let path: Path
  let fact: String
  let advice: String
  /// What to do about it with keys alone; nil where that is the same.
  var adviceAtDesk: String?
  /// Every other photo would fail in the same way.
  var endsBatch = false

  /// For standard error.
  var line: String { "peel: \(path.shown): \(reason)\n" }

  /// Without the file's name, for the `error` of a JSON line.
  var reason: String { "\(fact); \(advice)".escapingControls }

  /// For the workbench and the live view.
  var atDesk: String { "\(path.shown): \(fact); \(adviceAtDesk ?? advice)".escapingControls }
}

extension Complaint {
  init(_ error: FileError) {
    path = error.path
    adviceAtDesk = error.adviceAtDesk
    endsBatch = error.isAboutFolder
    (fact, advice) =
      switch error {
      case .missing: ("there is no such file", "check the name")
      case .folder: ("this is a folder, not a photo", "name a photo in it")
      case .folderWithoutPhotos(_, let isRecursive):
        (
          "no photos in this folder, that is no files ending in .jpg, .heic, .png, .tif or the like",
          isRecursive ? "name another folder" : "name another folder, or add -r to look into the folders inside it"
        )
      case .notAFile: ("this is a pipe or a device, not a file", "save it as a file first")
      case .unreadable(_, let reason): ("cannot be read: \(reason)", "check the file's permissions and the disk")
      case .tooBig(_, let bytes): ("\(bytes >> 20) MB are more than a photo has", "name a photo of at most 512 MB")
      case .photo(_, let error): (error.description, error.advice)
      case .tooSmall(_, let width, let height):
        ("\(width) × \(height) pixels are too few to hold a print", "name a photo of at least 64 × 64 pixels")
      case .changing:
        ("it changed while it was read", "wait until it is whole, then give the same command again")
      case .exists: ("exists already", "add --force to replace it, or choose another folder with -o")
      case .unwritable(_, let reason):
        ("cannot be written: \(reason)", "check the disk, or choose another folder with -o")
      case .noRoom(_, let reason):
        (
          "cannot be written, for the disk is full: \(reason)",
          "make room, then give the same command again: it goes on where this one stopped"
        )
      case .vanished:
        ("this folder is there no more", "bring it back, or give the same command again to make all scans anew")
      case .busy:
        ("another run writes its scans here", "wait until it ends, or choose another folder with -o")
      case .noFolder(_, let reason):
        ("cannot be used as the folder for the scans: \(reason)", "choose another with -o")
      }
  }

  /// About a photo, though the file at fault is another: one of its scans.
  init(photo: Path, scan error: FileError) {
    let complaint = Complaint(error)
    self.init(
      path: photo, fact: "\(complaint.path.shown) \(complaint.fact)", advice: complaint.advice,
      adviceAtDesk: complaint.adviceAtDesk, endsBatch: complaint.endsBatch)
  }

  init(photo: Path, _ error: DevelopmentError) {
    let fact =
      switch error {
      case .notConvex: "a corner is pushed in, or its sides cross"
      case .tooThin: "it is seen nearly edge-on"
      case .tooSmall(let side, _): "its shortest side has only \(side.rounded(to: 1) ?? "0") pixels"
      case .trimmedAway(let inset): "nothing is left when \(inset.rounded(to: 2) ?? "") mm go from each side"
      case .outside(let share, _): "only \((100 * share).rounded(to: 0) ?? "0") % of it lie in the photo"
      case .badSize(let width, let height, _):
        "the scan would have \(width.rounded(to: 0) ?? "no") × \(height.rounded(to: 0) ?? "no") pixels"
      }
    let advice =
      switch error {
      case .badSize: "choose another --ppi"
      case .trimmedAway: "choose a smaller --inset"
      case .notConvex, .tooThin, .tooSmall, .outside: "open the photo with `peel` and set its corners"
      }
    let adviceAtDesk: String? =
      switch error {
      case .badSize, .trimmedAway: nil
      case .notConvex, .tooThin, .tooSmall, .outside: "set its corners anew"
      }
    self.init(
      path: photo, fact: "the print cannot be flattened: \(fact)", advice: advice, adviceAtDesk: adviceAtDesk)
  }
}

extension FileError {
  /// Where no command can be given again.
  fileprivate var adviceAtDesk: String? {
    switch self {
    case .missing: "bring it back, then try again"
    case .changing: "wait until it is whole, then try again"
    case .noRoom: "make room there, then try again"
    case .vanished: "try again: it is made anew"
    case .unwritable: "check the disk and the folder's permissions, then try again"
    case .folder, .folderWithoutPhotos, .notAFile, .unreadable, .tooBig, .photo, .tooSmall, .exists, .busy, .noFolder:
      nil
    }
  }
}

extension Complaint {
  /// About frames that do not come.
  init(video name: String, _ fault: StreamFault) {
    path = Path(name)
    (fact, advice) =
      switch fault {
      case .noProgram: ("ffmpeg, which reads videos and cameras, is not installed", FFmpeg.advice)
      case .cannotStart(let reason): ("ffmpeg cannot be started: \(reason)", "check that it runs: ffmpeg -version")
      case .damaged(let reason): ("ffmpeg cannot read all of it: \(reason)", "copy it or send it once more")
      case .failed(let reason): ("ffmpeg gave up: \(reason)", "check the name, and that nothing else uses the camera")
      case .video(let error): (error.description, error.advice)
      }
  }
}

extension VideoError {
  fileprivate var advice: String {
    switch self {
    case .empty: "check that it is a video or a camera that works"
    case .notVideo: "make one: ffmpeg -i VIDEO -f yuv4mpegpipe -"
    case .damaged, .cutOff: "copy it or send it once more"
    case .tooLarge: "make it smaller: ffmpeg -i VIDEO -vf scale=1920:-2 -f yuv4mpegpipe -"
    case .unsupported: "make it plain: ffmpeg -i VIDEO -pix_fmt yuv420p -f yuv4mpegpipe -"
    }
  }
}

extension CodecError {
  /// What the person can do about it.
  var advice: String {
    switch self {
    case .empty, .truncated, .corrupt: "copy it once more from where it came"
    case .notAPhoto(.raw): "develop it with your camera's program to a JPEG or a TIFF of 16 bits first"
    case .notAPhoto(.video): "take a picture out of it: ffmpeg -i VIDEO -frames:v 1 photo.png; peel live plays it"
    case .notAPhoto(.pdf): "save its pages as pictures first, such as with pdftoppm -r 300 -png"
    case .notAPhoto: "name a JPEG, HEIC, PNG or TIFF photo"
    case .tooLarge: "make it smaller first, or raise --max-megapixels"
    case .unsupported: "save it as an ordinary JPEG first"
    case .outOfMemory: "close other programs, or use --jobs 1"
    case .missing(.heif): "install the package libheif1"
    case .missing(.hevcDecoder): "install the package libheif-plugin-libde265"
    case .missing(.tiff): "install the package libtiff6"
    }
  }
}
