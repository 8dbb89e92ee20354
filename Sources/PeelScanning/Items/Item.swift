package import PeelFiles

/// One entry of a roll, a batch or a journal: the files from which one set of scans is made.
///
/// An item is usually one photo. It may also be several shots of the same print, or a still with the clip that was taken
/// with it. Scans and the sidecar are named after its first file. Scans are made anew if any of its files changes.
package struct Item: Hashable, Sendable {
  /// How the files of an item are related.
  package enum Kind: Hashable, Sendable {
    /// A single photo.
    case photo
    /// Shots of the same print. The first is the reference, which the others are compared with.
    case burst
    /// A still and the clip that was taken with it.
    case livePhoto
    /// A clip without a still.
    case clip
  }

  /// How the files are related.
  package let kind: Kind
  /// The file that the item's scans and sidecar are named after.
  package let photo: Path
  /// The item's other files, in order.
  package let others: [Path]

  /// An item of a single photo.
  package init(_ photo: Path) {
    kind = .photo
    self.photo = photo
    others = []
  }

  /// An item of several shots of the same print.
  package init(burst reference: Path, _ others: [Path]) {
    kind = .burst
    photo = reference
    self.others = others
  }

  package init(still: Path, clip: Path) {
    kind = .livePhoto
    photo = still
    others = [clip]
  }

  /// An item of a clip without a still.
  package init(clip: Path) {
    kind = .clip
    photo = clip
    others = []
  }

  /// All files, the one that names the item first.
  package var files: [Path] { [photo] + others }
}
