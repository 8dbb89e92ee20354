package import PeelFiles
package import PeelImaging

extension Digest {
  /// The digest of a picture that isn't a file, such as a video frame.
  package init(_ photo: Photo) { self.init(photo.luma.samples) }
}
