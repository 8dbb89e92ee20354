import PeelCodecs
import PeelFiles
import PeelOutput

extension Complaint {
  /// What files are made for, which decides how to name another folder for them.
  enum Product {
    /// Scans go to the folder of `-o`.
    case scans
    /// Frames of a clip are saved to the folder of `--save`, or beside the clip.
    case frames

    fileprivate var name: String {
      switch self {
      case .scans: "scans"
      case .frames: "pictures"
      }
    }

    fileprivate var otherFolder: String {
      switch self {
      case .scans: "choose another folder with -o"
      case .frames: "choose another folder with --save"
      }
    }
  }

  /// A file or folder that could not be used.
  package init(_ error: FileError) { self.init(error, for: .scans) }

  private init(_ error: FileError, for product: Product) {
    let (path, reason, other) = (error.path, error.reason, product.otherFolder)
    self =
      switch (error.fault, product) {
      case (.missing, _) where path.isPattern:
        Complaint(path, "no file matches this pattern", "check its spelling, capitals too")
      case (.missing, _) where exists(path):
        Complaint(
          path, "this is a link to a file that doesn't exist", "bring that file back, or name another",
          atDesk: "bring that file back, then try again")
      case (.missing, _):
        Complaint(
          path, "there is no such file\(path.stemAndExtension.fileExtension.isEmpty ? " or folder" : "")",
          "check the name", atDesk: "bring it back, then try again")
      case (.folder, _): Complaint(path, "this is a folder, not a photo", "name a photo in it")
      case (.notAFile, _): Complaint(path, "this is a pipe or a device, not a file", "save it as a file first")
      case (.unreadable, _): Complaint(path, "cannot be read: \(reason)", "check the file's permissions and the disk")
      case (.tooBig(let bytes), _):
        Complaint(path, "\(bytes >> 20) MB exceed the size limit of photos", "name a photo of at most 512 MB")
      case (.needsMemory(let bytes, let limit), _): Complaint(path, CodecError.needsMemory(bytes: bytes, limit: limit))
      case (.page(let fault), _): Complaint(path, fault)
      case (.changing, _):
        Complaint(
          path, "it changed while it was read", "wait until it is complete, then run the same command again",
          atDesk: "wait until it is complete, then try again")
      case (.exists, .scans):
        Complaint(
          path, "exists already, and isn't an unchanged scan of this photo", "\(other), or move it away",
          atDesk: "move it away, then export again")
      case (.exists, .frames):
        Complaint(
          path, "exists already", "\(other), or replace it with --force", atDesk: "move it away, or keep another frame")
      case (.unwritable, _):
        Complaint(
          path, "cannot be written: \(reason)", "check the disk, or \(other)",
          atDesk: "check the disk and the folder's permissions, then try again")
      case (.nameTooLong, _):
        Complaint(
          path,
          "a name in it is too long"
            + (path.hasLongName ? ": names may have \(Path.mostBytesInName) bytes" : " for this disk"),
          "choose a shorter name with -o or --name, or rename the photo", atDesk: "rename the photo")
      case (.diskFull, _):
        Complaint(
          path, "cannot be written because the disk is full: \(reason)",
          "free some space, then run the same command again", atDesk: "free some space, then try again")
      case (.vanished, .scans):
        Complaint(
          path, "this folder no longer exists", "restore it, or run the same command again to make all scans anew",
          atDesk: "try again: it is made anew")
      case (.vanished, .frames):
        Complaint(
          path, "this folder no longer exists", "run the same command again", atDesk: "bring it back, then try again")
      case (.replaced, _):
        Complaint(
          path, "this is no longer the folder that the run began with",
          "bring that one back, then run the same command again to continue",
          atDesk: "bring that one back, then try again")
      case (.busy, _):
        Complaint(path, "another run is writing its scans here", "wait until it ends, or choose another folder with -o")
      case (.noFolder, _): Complaint(path, "cannot be used as the folder for \(product.name): \(reason)", other)
      }
  }

  /// A page that isn't a photo.
  private init(_ path: Path, _ fault: PageFault) {
    let advice = "save its pages as pictures first, for example with pdftoppm -r 300 -png"
    switch fault {
    case .missing(let known):
      self.init(
        path, "there is no such page: the file has \(known)", known == 1 ? "name the file alone" : "name one of them")
    case .beyond(let most):
      self.init(path, "only the first \(most) pages of a file are read", "split the file")
    case .encrypted:
      self.init(
        path, "this is a PDF document that opens only with a password",
        "save it without one: qpdf --decrypt --password=PASSWORD IN.pdf OUT.pdf")
    case .noPicture: self.init(path, "this is a page of a PDF document that isn't one picture", advice)
    case .coding:
      self.init(path, "the picture of this PDF page is coded in a way that isn't read, or has a mask", advice)
    case .damaged: self.init(path, "this is a PDF document that is damaged", "copy it again from where it came")
    case .noLibrary:
      self.init(
        path, "PDF documents need libqpdf, which is not installed", "\(NeededPackage.qpdf.advice), or \(advice)")
    }
  }

  /// A file that could not be delivered, or a folder that could not be used.
  package init(_ error: OutputError) { self.init(error, for: .scans) }

  init(_ error: OutputError, for product: Product) {
    let other = product.otherFolder
    self =
      switch (error, product) {
      case (.file(let error), _): Complaint(error, for: product)
      case (.unknown(let path), _):
        Complaint(
          path, "exists already, and isn't an unchanged scan of this photo",
          "choose another folder with -o, or move it away; if it is a scan whose journal is lost, run once with the "
            + "options that made it, so that peel recognizes it",
          atDesk: "move it away, then export again")
      case (.edited(let path), _):
        Complaint(
          path, "exists already, and was changed since peel made it",
          "keep it and choose another folder with -o, or move it away to have it made anew",
          atDesk: "move it away, then export again")
      case (.alike(let path), _):
        Complaint(
          path, "exists already, and isn't an unchanged scan of this print",
          "choose another folder with -o, and add {n} to --name, so that no two prints share a name")
      case (.taken(let path), .scans):
        Complaint(path, "exists already, and isn't this scan", "choose another name with -o, or move it away")
      case (.taken(let path), .frames):
        Complaint(
          path, "exists already, and isn't an unchanged picture that peel saved of the same file", other,
          atDesk: "move it away, or keep another frame")
      case (.merged(let path), _):
        Complaint(
          path, "was merged from several shots, and is kept",
          "replace it with --force, or choose another folder with -o",
          atDesk: "move it away to export this photo by itself")
      case (.isPhoto(let path), .scans):
        Complaint(path, "is one of the photos", "choose another name, or another folder, for the scan")
      case (.isPhoto(let path), .frames): Complaint(path, "is one of the files that are ranked", other)
      case (.givenAway(let path), _):
        Complaint(
          path, "another run has given this name to another photo in the meantime", "run the same command again",
          atDesk: "try again")
      case (.pictureName(let path), .scans):
        Complaint(path, "cannot be used as the folder for scans: it is named like a picture", "name a folder")
      case (.pictureName(let path), .frames):
        Complaint(path, "cannot be used as the folder for pictures: it is named like one", "name a folder")
      case (.noNotes(let path, let what), _):
        Complaint(
          path, "this is \(what), where peel keeps its own notes", "move it away, or choose another folder with -o")
      }
  }

  /// A photo that could not be decoded.
  init(_ path: Path, _ error: CodecError) { self.init(path, error.description, error.advice) }
}

extension ForeignKind {
  /// Whether `CodecError.advice` says how to make a photo of it.
  var hasAdvice: Bool {
    switch self {
    case .video, .pdf, .picture: true
    case .other: false
    }
  }
}

extension CodecError {
  /// What to do about it.
  var advice: String {
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
    case .missing(.raw):
      CodecError.Library.raw.package.advice
        + ", or develop it to a JPEG or a 16-bit TIFF with your camera's program"
    case .missing(let library): library.package.advice
    }
  }
}
