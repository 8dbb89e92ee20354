import PeelCodecs
import PeelFiles
import PeelImaging
import PeelOutput
import PeelScanning

/// An error message of one line: which file, what went wrong, and what to do.
package struct Complaint: Error, Equatable {
  package let path: Path
  package let fact: String
  let advice: String
  /// The advice in the workbench and the live view, where no options can be given; nil if it is the same.
  var adviceAtDesk: String?

  package init(path: Path, fact: String, advice: String, adviceAtDesk: String? = nil) {
    self.path = path
    self.fact = fact
    self.advice = advice
    self.adviceAtDesk = adviceAtDesk
  }

  /// The line for standard error.
  package var line: String { "peel: \(path.titled): \(reason)\n" }

  /// The complaint without the file's name, for the `error` of a JSON line.
  package var reason: String { "\(fact); \(advice)".escapingControls }

  /// The complaint for the workbench and the live view.
  package var atDesk: String { "\(path.shown): \(fact); \(adviceAtDesk ?? advice)".escapingControls }
}

extension Complaint {
  /// A photo, or a file or folder given in its place, that could not be used.
  package init(_ error: PhotoError) {
    switch error {
    case .file(let error): self.init(error)
    case .output(let error): self.init(error)
    case .noPhotos(let path, _, let outputs, let sheets) where !(outputs + sheets).isEmpty:
      let known = [LeftOut.named(outputs), LeftOut.named(sheets: sheets)].compactMap(\.self)
      self.init(
        path: path, fact: "no photos in this folder, but for \(known.joined(separator: ", and "))",
        advice: outputs.isEmpty ? "name another folder" : LeftOut.adviceOnOutputs)
    case .noPhotos(let path, let isRecursive, _, _):
      self.init(
        path: path,
        fact: "no photos in this folder (files ending in .jpg, .heic, .png, .tif, .webp, .avif or the like)",
        advice: isRecursive ? "name another folder" : "name another folder, or add -r to search the folders in it")
    case .noNames(let path):
      self.init(
        path: path, fact: "it holds neither a photo nor the name of one", advice: "check the command that writes it")
    case .listTooLong(let path):
      self.init(path: path, fact: "the list is longer than 256 MB", advice: "split it")
    case .listHasNUL(let path):
      self.init(path: path, fact: "the names in the list are separated by NUL", advice: "add -0")
    case .listHasLines(let path):
      self.init(path: path, fact: "the names in the list are on lines, not separated by NUL", advice: "leave out -0")
    case .interrupted(let path): self.init(path: path, fact: "interrupted", advice: "run the same command again")
    case .codec(.standardInput, .truncated), .codec(.standardInput, .empty):
      self.init(
        path: .standardInput, fact: "it ends before the photo does", advice: "check the command that writes the photo")
    case .codec(.standardInput, .notAPhoto(let kind)) where kind?.hasAdvice != true:
      let what = kind.map { "\($0.name), neither a photo that can be read" } ?? "neither a photo that can be read"
      self.init(
        path: .standardInput, fact: "this is \(what) nor a list of names",
        advice: "send a JPEG, HEIC, PNG, TIFF, WebP or AVIF photo, or names, with -0 if NUL separates them")
    case .codec(let path, let error): self.init(path: path, fact: error.description, advice: error.advice)
    case .tooSmall(let path, let width, let height):
      self.init(
        path: path, fact: "\(width) × \(height) pixels are too few to show a print",
        advice: "name a photo of at least 64 × 64 pixels")
    case .notOneScan(let photo, let count):
      self.init(
        path: photo,
        fact: count == 0
          ? "no print found, so there is no scan to write"
          : "\(count) prints, but only one scan can be written to one file or to standard output",
        advice: count == 0 ? "\(photo.opening) to mark it" : "name a folder: -o scans")
    case .noSurePrint(let photo):
      self.init(
        path: photo, fact: "no print in it is sure, so with --sure-only there is no scan to write",
        advice: "\(photo.opening) to check its prints, or leave out --sure-only")
    case .notOnePhoto(let photo, let count):
      self.init(
        path: photo, fact: "the scans of \(count) photos cannot go to one file", advice: "name a folder: -o scans")
    case .scan(let photo, let error):
      let complaint = Complaint(error)
      self.init(
        path: photo, fact: "\(complaint.path.shown): \(complaint.fact)", advice: complaint.advice,
        adviceAtDesk: complaint.adviceAtDesk)
    case .development(let photo, let error): self.init(photo: photo, error)
    case .sidecar(let photo, let error): self.init(photo: photo, error)
    case .depth(let path, let error): self.init(path: path, fact: error.description, advice: error.advice)
    case .noPair(let left, let right):
      self.init(
        path: left, fact: "no points were found in it that \(right.shown) shows from another place",
        advice: "name two pictures of the same things, the left eye's first")
    case .animation(let photo, let reason):
      self.init(path: photo, fact: reason, advice: "make a GIF or an animated PNG instead: --as gif or --as apng")
    }
  }

  /// A file or folder that could not be used.
  package init(_ error: FileError) {
    let (fact, advice, adviceAtDesk): (String, String, String?) =
      switch error {
      case .missing(let path) where path.isPattern:
        ("no file matches this pattern", "check its spelling, capitals too", nil)
      case .missing(let path) where exists(path):
        (
          "this is a link to a file that doesn't exist", "bring that file back, or name another",
          "bring that file back, then try again"
        )
      case .missing(let path):
        (
          path.stemAndExtension.fileExtension.isEmpty ? "there is no such file or folder" : "there is no such file",
          "check the name", "bring it back, then try again"
        )
      case .folder: ("this is a folder, not a photo", "name a photo in it", nil)
      case .notAFile: ("this is a pipe or a device, not a file", "save it as a file first", nil)
      case .unreadable(_, let reason):
        ("cannot be read: \(reason)", "check the file's permissions and the disk", nil)
      case .tooBig(_, let bytes):
        ("\(bytes >> 20) MB exceed the size limit of photos", "name a photo of at most 512 MB", nil)
      case .needsMemory(_, let bytes, let limit):
        Self.words(for: .needsMemory(bytes: bytes, limit: limit))
      case .changing:
        (
          "it changed while it was read", "wait until it is complete, then run the same command again",
          "wait until it is complete, then try again"
        )
      case .exists:
        (
          "exists already, and isn't an unchanged scan of this photo",
          "choose another folder with -o, or move it away", "move it away, then export again"
        )
      case .unwritable(_, let reason):
        (
          "cannot be written: \(reason)", "check the disk, or choose another folder with -o",
          "check the disk and the folder's permissions, then try again"
        )
      case .nameTooLong(let path):
        (
          "a name in it is too long"
            + (path.hasLongName ? ": names may have \(Path.mostBytesInName) bytes" : " for this disk"),
          "choose a shorter name with -o or --name, or rename the photo", "rename the photo"
        )
      case .diskFull(_, let reason):
        (
          "cannot be written because the disk is full: \(reason)",
          "free some space, then run the same command again", "free some space, then try again"
        )
      case .vanished:
        (
          "this folder no longer exists", "restore it, or run the same command again to make all scans anew",
          "try again: it is made anew"
        )
      case .replaced:
        (
          "this is no longer the folder that the run began with",
          "bring that one back, then run the same command again to continue", "bring that one back, then try again"
        )
      case .busy:
        ("another run is writing its scans here", "wait until it ends, or choose another folder with -o", nil)
      case .noFolder(_, let reason):
        ("cannot be used as the folder for scans: \(reason)", "choose another folder with -o", nil)
      }
    self.init(path: error.path, fact: fact, advice: advice, adviceAtDesk: adviceAtDesk)
  }

  /// A file that could not be delivered, or a folder that could not be used.
  package init(_ error: OutputError) {
    let (fact, advice, adviceAtDesk): (String, String, String?) =
      switch error {
      case .file(let error): { ($0.fact, $0.advice, $0.adviceAtDesk) }(Complaint(error))
      case .unknown:
        (
          "exists already, and isn't an unchanged scan of this photo",
          "choose another folder with -o, or move it away; if it is a scan whose journal is lost, run once with the options "
            + "that made it, so that peel recognizes it",
          "move it away, then export again"
        )
      case .edited:
        (
          "exists already, and was changed since peel made it",
          "keep it and choose another folder with -o, or move it away to have it made anew",
          "move it away, then export again"
        )
      case .alike:
        (
          "exists already, and isn't an unchanged scan of this print",
          "choose another folder with -o, and add {n} to --name, so that no two prints share a name", nil
        )
      case .taken:
        ("exists already, and isn't this scan", "choose another name with -o, or move it away", nil)
      case .merged:
        (
          "was merged from several shots, and is kept", "replace it with --force, or choose another folder with -o",
          "move it away to export this photo by itself"
        )
      case .isPhoto: ("is one of the photos", "choose another name, or another folder, for the scan", nil)
      case .givenAway:
        ("another run has given this name to another photo in the meantime", "run the same command again", "try again")
      case .pictureName:
        (
          "cannot be used as the folder for scans: it is named like a picture",
          "name a folder", nil
        )
      case .noNotes(_, let what):
        ("this is \(what), where peel keeps its own notes", "move it away, or choose another folder with -o", nil)
      }
    self.init(path: error.path, fact: fact, advice: advice, adviceAtDesk: adviceAtDesk)
  }

  private static func words(for error: CodecError) -> (fact: String, advice: String, adviceAtDesk: String?) {
    (error.description, error.advice, nil)
  }

  /// A print that could not be flattened.
  package init(photo: Path, _ error: DevelopmentError) {
    let fact =
      switch error {
      case .notConvex: "a corner points inwards, or its sides cross"
      case .tooThin: "it is seen nearly edge-on"
      case .tooSmall(let side, _): "its shortest side has only \(side.rounded(to: 1) ?? "0") pixels"
      case .trimmedAway(let inset): "nothing is left after trimming \(inset.rounded(to: 2) ?? "") mm from each side"
      case .outside(let share, _): "only \((100 * share).rounded(to: 0) ?? "0") % of it are in the photo"
      case .badSize(let width, let height, _):
        "the scan would have \(width.rounded(to: 0) ?? "no") × \(height.rounded(to: 0) ?? "no") pixels"
      }
    let (advice, adviceAtDesk): (String, String?) =
      switch error {
      case .badSize: ("choose another --ppi", nil)
      case .trimmedAway: ("choose a smaller --inset", nil)
      case .notConvex, .tooThin, .tooSmall, .outside:
        ("\(photo.opening) to set its corners", "set its corners anew")
      }
    self.init(
      path: photo, fact: "the print cannot be flattened: \(fact)", advice: advice, adviceAtDesk: adviceAtDesk)
  }

  /// A photo whose adjustments could not be used.
  package init(photo: Path, _ error: SidecarError) {
    self.init(
      path: photo, fact: "its adjustments \(error.path.shown): the file \(error.reason)",
      advice: "move that file away, or adjust the photo anew with `peel`",
      adviceAtDesk: "open it and accept its prints anew, or move that file away")
  }

  /// A video or camera whose frames could not be read.
  package init(video name: String, _ error: StreamError) {
    let (fact, advice) =
      switch error {
      case .noProgram: ("ffmpeg, which reads videos and cameras, isn't installed", "install it: \(Self.ffmpegInstall)")
      case .cannotStart(let reason): ("ffmpeg cannot be started: \(reason)", "check that it runs: ffmpeg -version")
      case .interrupted: ("interrupted", "run the same command again")
      case .stalled(let time):
        (
          "ffmpeg sent nothing for \(time.components.seconds) seconds",
          "check the disk or network it is on, then try again"
        )
      case .damaged(let reason): ("ffmpeg cannot read all of it: \(reason)", "copy or send it again")
      case .failed(let reason): ("ffmpeg failed: \(reason)", "check the name, and that nothing else uses the camera")
      case .video(let error): (error.description, error.advice)
      case .file(let error): { ($0.fact, $0.advice) }(Complaint(error))
      }
    self.init(path: Path(name), fact: fact, advice: advice)
  }

  private static let ffmpegInstall = "sudo apt-get install ffmpeg"

  /// A source that `peel live` can't watch.
  package init(_ failure: LiveSource.Failure) {
    switch failure {
    case .noCamera:
      self.init(
        path: Path("/dev/video0"), fact: "there is no camera",
        advice: "name a video, a folder, or - for a stream on standard input")
    case .missing(let path):
      self.init(path: path, fact: "there is no such file, folder or camera", advice: "check the name")
    }
  }
}

extension Path {
  /// How to open a photo in the workbench, which reads files only.
  package var opening: String {
    self == .standardInput ? "save the photo as a file, and open that with `peel`" : "open the photo with `peel`"
  }

  /// Whether the name looks like a pattern, which shells leave as it is if no file matches.
  fileprivate var isPattern: Bool { name.contains { [UInt8(ascii: "*"), UInt8(ascii: "?")].contains($0) } }
}

extension SidecarError {
  /// What is wrong with the sidecar, to be printed after its name.
  package var reason: String {
    switch self {
    case .unreadable(_, let reason): "cannot be read: \(reason)"
    case .unusable(_, .newer): "was written by a newer version of peel"
    case .unusable(_, .damaged(let reason)): "is damaged: \(reason)"
    case .otherPhoto(_, let width, let height): "is for a photo of \(width) × \(height) pixels"
    case .otherName(_, let photo): "is for another photo, \(photo)"
    case .unwritable(_, let reason): "cannot be written: \(reason)"
    }
  }
}

extension VideoError {
  /// What to do about it.
  fileprivate var advice: String {
    switch self {
    case .empty: "check that it is a video or a camera that works"
    case .notVideo: "make one: ffmpeg -nostdin -i VIDEO -f yuv4mpegpipe -"
    case .damaged, .cutOff: "copy or send it again"
    case .tooLarge: "make it smaller: ffmpeg -nostdin -i VIDEO -vf scale=1920:-2 -f yuv4mpegpipe -"
    case .unsupported: "convert it: ffmpeg -nostdin -i VIDEO -pix_fmt yuv420p -f yuv4mpegpipe -"
    }
  }
}

extension DepthError {
  /// What to do about it.
  fileprivate var advice: String {
    switch self {
    case .none, .unread:
      "depth is read from portraits and spatial photos of iPhones (HEIC and JPEG), and from Google's and Samsung's "
        + "depth photos; for others, give a map with --depth"
    case .pair: "choose another --layout"
    case .damaged, .pictureMissing: "copy the photo again from where it came, or give a map with --depth"
    case .flat: "give a map that tells near from far with --depth"
    case .otherShape: "crop the map as the photo is cropped, or turn it as the photo is turned"
    case .codec(let error): error.advice
    }
  }
}

extension ForeignKind {
  /// Whether `CodecError.advice` says how to make a photo of it.
  fileprivate var hasAdvice: Bool {
    switch self {
    case .video, .pdf, .picture: true
    case .other: false
    }
  }
}

extension CodecError {
  /// What to do about it.
  fileprivate var advice: String {
    switch self {
    case .empty, .truncated, .corrupt: "copy it again from where it came"
    case .notAPhoto(.video): "extract a picture: ffmpeg -i VIDEO -frames:v 1 photo.png; or watch it with peel live"
    case .notAPhoto(.pdf): "save its pages as pictures first, for example with pdftoppm -r 300 -png"
    case .notAPhoto(.picture(_, let converter)): "convert it first: \(converter)"
    case .notAPhoto: "name a JPEG, HEIC, PNG, TIFF, WebP or AVIF photo"
    case .tooLarge(let width, let height) where max(width, height) > DecodingLimits().side: "make it smaller first"
    case .tooLarge: "make it smaller first, or raise --max-megapixels"
    case .unsupported: "save it as an ordinary JPEG first"
    case .needsMemory: "make it smaller first, close other programs, or raise --max-memory"
    case .outOfMemory: "close other programs, or use --jobs 1"
    case .missing(.heif): "install the package libheif1"
    case .missing(.hevcDecoder): "install the package libheif-plugin-libde265"
    case .missing(.tiff): "install the package libtiff6"
    case .missing(.av1Decoder): "install the package libheif-plugin-dav1d"
    case .missing(.av1Encoder): "install the package libheif-plugin-aomenc"
    case .missing(.webp): "install the package libwebp7"
    case .missing(.raw):
      "install the package libraw20 or libraw23, or develop it to a JPEG or a 16-bit TIFF with your camera's program"
    }
  }
}

extension Complaint {
  /// A picture of a Live Photo, clip or burst that could not be read or saved.
  package init(_ error: FaceError) {
    switch error {
    case .photo(let error): self.init(error)
    case .clip(let path, _) where !exists(path): self.init(FileError.missing(path))
    case .clip(let path, .failed(let reason)):
      self.init(path: path, fact: "ffmpeg cannot read it: \(reason)", advice: "copy or send it again")
    case .clip(let path, .file(.folder)):
      self.init(path: path, fact: "this is a folder, not a video", advice: "name a video in it")
    case .clip(let path, .video(.empty)):
      self.init(path: path, fact: "it has no video that can be read", advice: "name another file, or copy it again")
    case .clip(let path, let error): self.init(video: path.text, error)
    case .cutOff(let path, nil):
      self.init(path: path, fact: "no frame can be read: the file is cut off", advice: "copy or send it again")
    case .cutOff(let path, let seconds?):
      let tenths = Int((10 * min(max(seconds, 0), 1e6)).rounded())
      self.init(
        path: path, fact: "only the first \(tenths / 10).\(tenths % 10) s can be read: the file is cut off",
        advice: "copy or send it again")
    case .damaged(let path):
      self.init(
        path: path, fact: "it is damaged or cut off, so frames may be missing or wrong", advice: "copy or send it again"
      )
    case .changed(let path):
      self.init(
        path: path, fact: "changed since it was ranked", advice: "run the same command again",
        adviceAtDesk: "press Esc and b to rank it anew")
    case .saving(let error): self.init(saving: error)
    }
  }

  /// A picture that could not be saved to the folder of `--save`, or beside its clip.
  private init(saving error: OutputError) {
    let other = "choose another folder with --save"
    let (fact, advice, adviceAtDesk): (String, String, String?) =
      switch error {
      case .file(.exists):
        ("exists already", "\(other), or replace it with --force", "move it away, or keep another frame")
      case .taken:
        (
          "exists already, and isn't an unchanged picture that peel saved of the same file", other,
          "move it away, or keep another frame"
        )
      case .isPhoto: ("is one of the files that are ranked", other, nil)
      case .file(.unwritable(_, let reason)):
        (
          "cannot be written: \(reason)", "check the disk, or \(other)",
          "check the disk and the folder's permissions, then try again"
        )
      case .file(.diskFull(_, let reason)):
        (
          "cannot be written because the disk is full: \(reason)",
          "free some space, then run the same command again", "free some space, then try again"
        )
      case .file(.vanished):
        ("this folder no longer exists", "run the same command again", "bring it back, then try again")
      case .pictureName: ("cannot be used as the folder for pictures: it is named like one", "name a folder", nil)
      case .file(.noFolder(_, let reason)): ("cannot be used as the folder for pictures: \(reason)", other, nil)
      case .file, .unknown, .edited, .alike, .merged, .givenAway, .noNotes:
        { ($0.fact, $0.advice, $0.adviceAtDesk) }(Complaint(error))
      }
    self.init(path: error.path, fact: fact, advice: advice, adviceAtDesk: adviceAtDesk)
  }
}
