package import PeelFiles
internal import PeelPlatform

/// A photo's claim to a stem in a folder of scans: no other photo's scans have names with that stem.
package struct Claim: Equatable, Sendable {
  package let stem: [UInt8]
  /// The digest of the photo's file, or of the picture of a shot that never was a file.
  package let photo: Digest
  /// The digest of the photo's coded picture, which tells whether a changed file still holds the same picture.
  package let picture: Digest
  /// Where the photo is, noted before it was read, since its file may be replaced meanwhile; nil for a shot that never was a
  /// file.
  package let file: PhotoPlace?
  /// Whether the photo is in the folder of the scans, or in one inside it. This stays true when the folder is moved.
  var isInside = false
  /// The number of the run that made the claim. Each run counts on from the highest that it finds in the folder, so that
  /// the newest claim wins, whichever journal it is in.
  var run = 0

  package init(stem: [UInt8], photo: Digest, picture: Digest, file: PhotoPlace?) {
    self.stem = stem
    self.photo = photo
    self.picture = picture
    self.file = file
  }

  /// Whether a name can begin those of scans: it has no slash, which would lead elsewhere, and no NUL, which would end it.
  package static func isStem(_ name: [UInt8]) -> Bool {
    !name.isEmpty && name.count <= Path.mostBytesInName && !name.contains(UInt8(ascii: "/")) && !name.contains(0)
  }
}

/// Where a photo is, and its file's size and time, which tell cheaply that it is still the same.
package struct PhotoPlace: Equatable, Sendable {
  /// The path from the root. Links to folders are followed, a link to the photo isn't.
  package let path: Path
  /// The size in bytes.
  package let size: Int
  /// The time of the last change, in nanoseconds since 1970.
  package let changed: Int

  fileprivate init(path: Path, size: Int, changed: Int) {
    self.path = path
    self.size = size
    self.changed = changed
  }

  /// The place of a photo; nil if it can't be opened, or comes on standard input.
  package init?(of photo: Path) {
    guard photo != .standardInput, let status = try? Descriptor(reading: photo.file).status(), status.kind == .file
    else { return nil }
    self.init(path: Self.path(of: photo), size: status.size, changed: status.changed)
  }

  /// The path from the root by which a photo is known, whatever folder the command runs in.
  package static func path(of photo: Path) -> Path { (resolved(photo.folder) ?? photo.folder).appending(photo.name) }

  /// How the paths of photos in a folder, or in one inside it, begin.
  static func beginning(in folder: Path) -> [UInt8] { (resolved(folder) ?? folder).appending("").bytes }
}

extension Claim: Codable {
  /// The highest number of a run that is believed.
  private static let mostRuns = 1 << 53

  enum CodingKeys: String, CodingKey {
    case stem, digest, picture, place, size, changed, run
    case isInside = "inside"
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func bytes(_ key: CodingKeys) throws -> [UInt8]? {
      guard let text = try values.decodeIfPresent(String.self, forKey: key) else { return nil }
      guard let bytes = [UInt8](percentEncoded: text) else {
        throw DecodingError.dataCorruptedError(forKey: key, in: values, debugDescription: "not percent-encoded")
      }
      return bytes
    }
    guard let stem = try bytes(.stem), Self.isStem(stem) else {
      throw DecodingError.dataCorruptedError(forKey: .stem, in: values, debugDescription: "no stem")
    }
    let file = try bytes(.place).map { place in
      PhotoPlace(
        path: Path(bytes: place), size: try values.decode(Int.self, forKey: .size),
        changed: try values.decode(Int.self, forKey: .changed))
    }
    self.init(
      stem: stem, photo: try values.decode(Digest.self, forKey: .digest),
      picture: try values.decode(Digest.self, forKey: .picture), file: file)
    isInside = try values.decodeIfPresent(Bool.self, forKey: .isInside) ?? false
    // Runs can count on from any number in a journal, however high.
    run = min(max(0, try values.decode(Int.self, forKey: .run)), Self.mostRuns)
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(stem.percentEncoded, forKey: .stem)
    try values.encode(photo, forKey: .digest)
    try values.encode(picture, forKey: .picture)
    try values.encodeIfPresent(file?.path.bytes.percentEncoded, forKey: .place)
    try values.encodeIfPresent(file?.size, forKey: .size)
    try values.encodeIfPresent(file?.changed, forKey: .changed)
    if isInside { try values.encode(true, forKey: .isInside) }
    try values.encode(run, forKey: .run)
  }
}

extension [UInt8] {
  /// The bytes as printable ASCII: `%` and all others are written as `%` and two hexadecimal digits (RFC 3986, 2.1).
  package var percentEncoded: String {
    let hexadecimal = 16
    return map { byte in
      if (0x20...0x7E).contains(byte), byte != UInt8(ascii: "%") { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: hexadecimal, uppercase: true)
      return "%" + (digits.count < 2 ? "0" : "") + digits
    }.joined()
  }

  /// Reads percent-encoded bytes.
  package init?(percentEncoded text: String) {
    let hexadecimal = 16
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: hexadecimal)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    self = bytes
  }
}

/// Which photo each stem in a folder belongs to.
package struct Claims: Sendable {
  package let folding: NameFolding
  private var claims: [NameFolding.Key: Claim] = [:]
  private var stemOfPlace: [Path: (stem: NameFolding.Key, run: Int)] = [:]
  private var stemsOfPhoto: [Digest: [NameFolding.Key]] = [:]
  /// The sizes that claimed photos ever had. Another photo needs no digest to be told from them.
  package private(set) var sizes: Set<Int> = []
  /// The number of the last run that made a claim.
  private(set) var lastRun = 0
  /// Whether any claim tells that its photo is in the folder of the scans, or in one inside it.
  private(set) var tellOfPhotosInside = false

  init(folding: NameFolding = .exact) { self.folding = folding }

  /// Adds a claim, which replaces those of earlier runs to the same stem.
  mutating func add(_ claim: Claim) {
    let key = folding(claim.stem)
    lastRun = max(lastRun, claim.run)
    if claim.isInside { tellOfPhotosInside = true }
    if let file = claim.file {
      sizes.insert(file.size)
      if claim.run >= stemOfPlace[file.path]?.run ?? 0 { stemOfPlace[file.path] = (key, claim.run) }
    }
    if let known = claims[key], known.run > claim.run { return }
    claims[key] = claim
    if !stemsOfPhoto[claim.photo, default: []].contains(key) { stemsOfPhoto[claim.photo, default: []].append(key) }
  }

  /// The claim to a stem; nil if it is free.
  package func claim(to stem: [UInt8]) -> Claim? { claims[folding(stem)] }

  /// The last claim of a photo at this path; nil if that stem has gone to a photo elsewhere.
  package func claim(ofPhotoAt path: Path) -> Claim? {
    stemOfPlace[path].flatMap { claims[$0.stem] }.flatMap { $0.file?.path == path ? $0 : nil }
  }

  /// The claims of a photo, the oldest first.
  package func claims(of photo: Digest) -> [Claim] {
    stemsOfPhoto[photo, default: []].compactMap { claims[$0] }.filter { $0.photo == photo }
  }
}
