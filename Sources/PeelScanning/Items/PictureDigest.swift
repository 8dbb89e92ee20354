internal import PeelCodecs
package import PeelFiles
package import PeelImaging

extension Digest {
  /// The digest of a picture that isn't a file, such as a video frame.
  package init(_ photo: Photo) { self.init(photo.luma.samples) }

  /// The digest of the coded picture in a photo's file, which a change of the metadata leaves as it is. Where the picture
  /// can't be told from the metadata, it is that of the whole file.
  package init(pictureIn file: [UInt8]) {
    var digest = RunningDigest()
    for range in codedPicture(in: file) ?? [file.indices] { digest.add(file[range]) }
    self = digest.digest
  }
}
