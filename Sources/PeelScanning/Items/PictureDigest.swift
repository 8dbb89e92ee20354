internal import PeelCodecs
package import PeelFiles
package import PeelImaging
package import PeelOutput

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

extension Claim {
  /// The claim of a photo's file.
  package init(stem: [UInt8], photo: Digest, bytes: [UInt8], file: PhotoPlace?) {
    self.init(stem: stem, photo: photo, picture: Digest(pictureIn: bytes), file: file)
  }
}
