import PeelImaging

/// A decoded photo and its rendition for drawing.
package struct LoadedPhoto: Equatable, Sendable {
  package let photo: Photo
  package let rendition: Rendition
  /// What was ignored when the photo was read, in plain words.
  package let warnings: [String]
  /// The content of the file; nil if it isn't a file.
  package let version: PhotoVersion?
  /// Whether a clip was taken with it.
  package let hasClip: Bool
  /// Whether the file has a depth map, or a picture for each eye.
  package let hasDepth: Bool

  /// Reduces the photo for drawing. Slow: don't call it on the terminal's thread.
  package init(
    _ photo: Photo, warnings: [String] = [], version: PhotoVersion? = nil, hasClip: Bool = false,
    hasDepth: Bool = false
  ) {
    self.photo = photo
    (self.hasClip, self.hasDepth) = (hasClip, hasDepth)
    self.warnings = warnings
    self.version = version
    rendition = Rendition(photo)
  }
}
