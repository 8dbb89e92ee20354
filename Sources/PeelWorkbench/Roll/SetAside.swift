/// Why a photo has no scan of its own; one that others are laid on has their merged scan.
package enum SetAside: Equatable, Sendable {
  /// Another shot of its burst was taken, or a frame of its clip.
  case otherShot
  /// It was merged with other shots, which are laid on it.
  case merged(Merge)
  /// It was merged with others, which are laid on the photo of this name.
  case inMerge(of: String)

  /// Whether the photo has a merged scan.
  var isMerge: Bool { if case .merged = self { true } else { false } }

  /// The other shots of a merge.
  package struct Merge: Equatable, Sendable {
    package struct Shot: Equatable, Sendable {
      /// The file's name.
      package let name: String
      package let version: PhotoVersion

      package init(name: String, version: PhotoVersion) { (self.name, self.version) = (name, version) }
    }

    /// How many of them come before the photo.
    package let place: Int
    package let shots: [Shot]

    package init(place: Int, shots: [Shot]) { (self.place, self.shots) = (place, shots) }
  }
}
