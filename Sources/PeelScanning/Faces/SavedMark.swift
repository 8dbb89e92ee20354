internal import PeelCodecs
package import PeelFiles
internal import PeelImaging
internal import PeelOutput

/// What the metadata of a picture that `FrameSaving` wrote tell: that it is one, and where it comes from.
package struct SavedMark: Equatable, Sendable {
  /// The frame's number; nil for a contact sheet.
  package let frame: Int?
  /// The name of the clip's file, or of the item that a sheet shows.
  package let origin: [UInt8]
  /// Tells that file from others of its name: the digest of all its bytes.
  private let content: String

  /// The mark of a frame of a file, or of a contact sheet. All of the file is read.
  ///
  /// - Parameter file: the clip's file, or the item's that a sheet shows.
  init(frame: Int?, of file: Path) {
    let content = try? PeelScanning.digest(ofFileAt: file, limit: .max)
    self.init(frame: frame, origin: file.name, content: (content ?? Self.noDigest).text)
  }

  private init(frame: Int?, origin: [UInt8], content: String) {
    (self.frame, self.origin, self.content) = (frame, origin, content)
  }

  /// The mark of a frame of the same file.
  func ofFrame(_ frame: Int) -> SavedMark { SavedMark(frame: frame, origin: origin, content: content) }

  /// Begins the source in the metadata.
  private static let beginning = "peel faces "
  private static let sheet = "sheet"
  /// The most bytes at a file's beginning in which the mark is looked for: an EXIF block comes before it.
  private static let head = 1 << 18
  /// The largest file that is read to see whether it was changed, in bytes.
  private static let largest = 1 << 28

  /// The source, with the digest of the file without the digest itself.
  private func source(_ digest: Digest) -> String {
    "\(Self.beginning)\(digest.text) \(frame.map { "\($0)" } ?? Self.sheet) \(content) \(origin.percentEncoded)"
  }

  func encoded(_ picture: Picture, _ file: ScanFile) throws(CodecError) -> [UInt8] {
    var marked = file
    marked.source = source(Self.noDigest)
    let bytes = try marked.encoded(picture)
    guard let found = Self.text(in: bytes) else { return bytes }
    marked.source = source(Self.digest(of: bytes, without: found.place))
    return try marked.encoded(picture)
  }

  /// Stands where the digest will be.
  private static let noDigest = Digest(number: 0)

  /// The digest of a file as it was before its own digest was written.
  private static func digest(of file: [UInt8], without place: Range<Int>) -> Digest {
    var bytes = file
    bytes.replaceSubrange(place, with: noDigest.text.utf8)
    // In a PNG, a checksum follows the packet.
    if let end = bytes[place.upperBound...].firstRange(of: Array(ScanFile.endOfPacket.utf8))?.upperBound {
      let checksum = end..<min(end + checksumSize, bytes.count)
      bytes.replaceSubrange(checksum, with: repeatElement(0, count: checksum.count))
    }
    return Digest(bytes)
  }

  private static let checksumSize = 4

  /// Reads the mark of a file; nil if it has none.
  package init?(of file: Path) {
    guard let bytes = try? Descriptor(reading: file).beginning(Self.head) else { return nil }
    self.init(in: bytes)
  }

  /// The clip, or the photo that contains it, beside a picture; nil for a sheet, and if it is gone.
  package func clip(beside picture: Path) -> Path? {
    guard frame != nil else { return nil }
    let clip = Path(bytes: picture.bytes.dropLast(picture.name.count) + origin)
    return exists(clip) ? clip : nil
  }

  private init?(in bytes: [UInt8]) {
    guard let found = Self.text(in: bytes) else { return nil }
    self = found.mark
  }

  /// The mark in a file, and the digest that it tells, with its place.
  private static func text(in bytes: [UInt8]) -> (mark: SavedMark, digest: String, place: Range<Int>)? {
    let start = ScanFile.source(beginning: beginning)
    guard let place = bytes.firstRange(of: start) else { return nil }
    let rest = bytes[place.upperBound...].prefix { $0 != UInt8(ascii: "<") }
    var text = String(decoding: rest, as: UTF8.self)
    for (escaped, plain) in [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")] {
      text = text.replacing(escaped, with: plain)
    }
    let words = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
    guard words.count == 4, words[0].utf8.count == noDigest.text.utf8.count,
      let origin = [UInt8](percentEncoded: words[3]), Claim.isStem(origin)
    else { return nil }
    guard words[1] == sheet || Int(words[1]).map({ $0 >= 0 }) == true else { return nil }
    let digest = place.upperBound..<place.upperBound + words[0].utf8.count
    return (SavedMark(frame: Int(words[1]), origin: origin, content: words[2]), words[0], digest)
  }

  /// Whether a file is such a picture of the same item, and unchanged.
  func isUnchanged(_ file: Path) -> Bool {
    guard let own = try? Descriptor(readingItself: file), let status = try? own.status(), status.kind == .file,
      let bytes = (try? own.bytes(limit: Self.largest)) ?? nil, let found = Self.text(in: bytes)
    else { return false }
    return (found.mark.origin, found.mark.content) == (origin, content)
      && found.digest == Self.digest(of: bytes, without: found.place).text
  }
}
