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
  private let adviceAtDesk: String?

  package init(path: Path, fact: String, advice: String) { self.init(path, fact, advice) }

  init(_ path: Path, _ fact: String, _ advice: String, atDesk: String? = nil) {
    self.path = path
    self.fact = fact
    self.advice = advice
    adviceAtDesk = atDesk
  }

  /// The line for standard error.
  package var line: String { "peel: \(path.titled): \(reason)\n" }

  /// The complaint without the file's name, for the `error` of a JSON line.
  package var reason: String { "\(fact); \(advice)".escapingControls }

  /// The complaint for the workbench and the live view.
  package var atDesk: String { "\(path.shown): \(fact); \(adviceAtDesk ?? advice)".escapingControls }

  /// The complaint as one about another file: what went wrong begins with the name of this one.
  package func about(_ photo: Path) -> Complaint {
    Complaint(photo, "\(path.shown): \(fact)", advice, atDesk: adviceAtDesk)
  }
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
        path, "no photos in this folder, but for \(known.joined(separator: ", and "))",
        outputs.isEmpty ? "name another folder" : LeftOut.adviceOnOutputs)
    case .noPhotos(let path, let isRecursive, _, _):
      self.init(
        path,
        "no photos in this folder (files ending in .jpg, .heic, .png, .tif, .webp, .avif or the like)",
        isRecursive ? "name another folder" : "name another folder, or add -r to search the folders in it")
    case .noNames(let path):
      self.init(path, "it holds neither a photo nor the name of one", "check the command that writes it")
    case .pages(let path, .circle(let pages)):
      self.init(
        path, "it is damaged: its pages lead back to an earlier one after \(pages)",
        "save it again with the program that made it if pages are missing")
    case .pages(let path, .tooMany(let most)):
      self.init(
        path, "it has more than \(most) pages", "name those to read, such as \(path.page(2).shown), or split it")
    case .listTooLong(let path): self.init(path, "the list is longer than 256 MB", "split it")
    case .listHasNUL(let path): self.init(path, "the names in the list are separated by NUL", "add -0")
    case .listHasLines(let path):
      self.init(path, "the names in the list are on lines, not separated by NUL", "leave out -0")
    case .interrupted(let path): self.init(path, "interrupted", "run the same command again")
    case .codec(.standardInput, .truncated), .codec(.standardInput, .empty):
      self.init(.standardInput, "it ends before the photo does", "check the command that writes the photo")
    case .codec(.standardInput, .notAPhoto(let kind)) where kind?.hasAdvice != true:
      let what = kind.map { "\($0.name), neither a photo that can be read" } ?? "neither a photo that can be read"
      self.init(
        .standardInput, "this is \(what) nor a list of names",
        "send a JPEG, HEIC, PNG, TIFF, WebP or AVIF photo, or names, with -0 if NUL separates them")
    case .codec(let path, let error): self.init(path, error)
    case .tooSmall(let path, let width, let height):
      self.init(
        path, "\(width) × \(height) pixels are too few to show a print", "name a photo of at least 64 × 64 pixels")
    case .notOneScan(let photo, let count):
      self.init(
        photo,
        count == 0
          ? "no print found, so there is no scan to write"
          : "\(count) prints, but only one scan can be written to one file or to standard output",
        count == 0 ? "\(photo.opening) to mark it" : "name a folder: -o scans")
    case .noSurePrint(let photo):
      self.init(
        photo, "no print in it is sure, so with --sure-only there is no scan to write",
        "\(photo.opening) to check its prints, or leave out --sure-only")
    case .notOnePhoto(let photo, let count):
      self.init(photo, "the scans of \(count) photos cannot go to one file", "name a folder: -o scans")
    case .scan(let photo, let error): self = Complaint(error).about(photo)
    case .development(let photo, let error): self.init(photo: photo, error)
    case .sidecar(let photo, let error): self.init(photo: photo, error)
    case .depth(let path, let error): self.init(path, error.description, error.advice)
    case .noPair(let left, let right):
      self.init(
        left, "no points were found in it that \(right.shown) shows from another place",
        "name two pictures of the same things, the left eye's first")
    case .animation(let photo, let reason):
      self.init(photo, reason, "make a GIF or an animated PNG instead: --as gif or --as apng")
    }
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
    let advice: (String, atDesk: String?) =
      switch error {
      case .badSize: ("choose another --ppi", nil)
      case .trimmedAway: ("choose a smaller --inset", nil)
      case .notConvex, .tooThin, .tooSmall, .outside:
        ("\(photo.opening) to set its corners", "set its corners anew")
      }
    self.init(photo, "the print cannot be flattened: \(fact)", advice.0, atDesk: advice.atDesk)
  }

  /// A photo whose adjustments could not be used.
  package init(photo: Path, _ error: SidecarError) {
    self.init(
      photo, "its adjustments \(error.path.shown): the file \(error.reason)",
      "move that file away, or adjust the photo anew with `peel`",
      atDesk: "open it and accept its prints anew, or move that file away")
  }
}

extension Path {
  /// How to open a photo in the workbench, which reads files only.
  package var opening: String {
    self == .standardInput ? "save the photo as a file, and open that with `peel`" : "open the photo with `peel`"
  }

  /// Whether the name looks like a pattern, which shells leave as it is if no file matches.
  var isPattern: Bool { name.contains { [UInt8(ascii: "*"), UInt8(ascii: "?")].contains($0) } }
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
