package import PeelImaging

/// What a photo's file knows about depth: a map, or a second picture for the other eye.
package enum StereoContents: Sendable {
  /// A depth map, upright like the photo.
  case depth(DepthMap, DepthFacts)
  /// A true pair, upright: the pictures of the left and the right eye.
  case pair(left: PhotoFile, right: PhotoFile)

  /// Reads what a photo's file knows about depth.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - limits: how large the maps may be.
  /// - Throws: `none` if the file has no depth map that is read, or what is wrong with it.
  package init(of bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) throws(DepthError) {
    switch FileKind(bytes) {
    case .photo(.heic): self = try Self.heic(bytes, limits)
    case .photo(.jpeg): self = try Self.jpeg(bytes, limits)
    case .photo(.png), .photo(.tiff), .photo(.webp), .photo(.avif), .photo(.raw), .other: throw .none
    }
  }

  /// Whether a photo's file says that it has a depth map of a kind that is read, or two pictures. Nothing is decoded, so that
  /// the map may still turn out to be damaged.
  package static func isAnnounced(in bytes: [UInt8]) -> Bool {
    switch FileKind(bytes) {
    case .photo(.heic): HEIFStructure(bytes)?.announcesDepth ?? false
    case .photo(.jpeg): announcesDepth(jpeg: bytes)
    case .photo(.png), .photo(.tiff), .photo(.webp), .photo(.avif), .photo(.raw), .other: false
    }
  }
}

/// Where a depth map comes from.
package struct DepthFacts: Sendable, Equatable {
  /// The kinds of maps that are read.
  package enum Kind: String, Sendable, CaseIterable {
    /// An auxiliary picture of a HEIC photo (ISO/IEC 23008-2, auxiliary picture type 2).
    case heic
    /// A picture that follows an iPhone's JPEG (CIPA DC-007, Multi-Picture Format).
    case mpf
    /// Google's GDepth, in the extended XMP of a JPEG.
    case gdepth
    /// Google's Dynamic Depth 1.0, a picture at the end of a JPEG.
    case dynamicDepth = "dynamic-depth"
    /// Samsung's, in the trailer of a JPEG.
    case samsung
    /// A file of its own.
    case file
  }

  /// The kind of map.
  package var kind: Kind
  /// The disparity of the lowest and the highest sample, in 1/m for iPhones and in the file's unit for others; nil if the
  /// file doesn't tell.
  package var range: ClosedRange<Double>?

  /// A map's kind and range.
  package init(kind: Kind, range: ClosedRange<Double>? = nil) {
    self.kind = kind
    self.range = range
  }
}

extension DepthMap {
  /// A map from a grey picture's bytes, white for near, in JPEG, PNG or TIFF.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - farIsWhite: black is near instead.
  ///   - isExact: takes the samples as they are, 0 for the farthest and white for the nearest, without normalising them.
  ///   - limits: how large the map may be.
  package init(
    grey bytes: [UInt8], farIsWhite: Bool = false, isExact: Bool = false, limits: DecodingLimits = DecodingLimits()
  ) throws(DepthError) {
    let levels = try DepthLevels(decoding: bytes, limits: limits).plane
    if isExact {
      self.init(nearness: farIsWhite ? levels.inverted : levels)
    } else {
      self = try levels.map { farIsWhite ? -Double($0) : Double($0) }
    }
  }
}

/// A depth map's samples as stored, 0…65535.
struct DepthLevels {
  var plane: Plane<UInt16>

  /// Decodes a map's picture.
  init(decoding bytes: [UInt8], limits: DecodingLimits) throws(DepthError) {
    do throws(CodecError) {
      let photo = try PhotoFile(decoding: bytes, keepsDepth: true, limits: limits).photo
      plane = photo.deep?.luma ?? photo.luma.deep
    } catch {
      throw .codec(error)
    }
  }

  init(_ plane: Plane<UInt16>) { self.plane = plane }

  /// The share of the full range of a level.
  static func share(_ level: Int) -> Double { Double(level) / Double(UInt16.max) }
}

extension Plane<UInt8> {
  /// The samples with 16 bits.
  var deep: Plane<UInt16> {
    Plane<UInt16>(width: width, height: height) { y, output in
      let row = row(y)
      for x in row.indices { output.append(UInt16(row[x]) * 257) }
    }
  }
}

extension Plane<UInt16> {
  fileprivate var inverted: Plane<UInt16> {
    Plane(width: width, height: height, samples: samples.map { UInt16.max - $0 })
  }

  /// A normalised map of these levels.
  func map(disparity: (Int) -> Double) throws(DepthError) -> DepthMap {
    guard let map = DepthMap(levels: self, disparity: disparity) else { throw .flat }
    return map
  }

  /// A normalised map of levels that are linear in distance or in its inverse, from 0 for `first` to 65535 for `last`.
  ///
  /// - Throws: `damaged` unless both are positive and differ.
  func map(
    distances first: Double, _ last: Double, isInverse: Bool
  ) throws(DepthError) -> (DepthMap, ClosedRange<Double>) {
    guard first.isFinite, last.isFinite, first > 0, last > 0, first != last else {
      throw .damaged("the nearest and farthest distances are \(first) and \(last)")
    }
    let (start, end) = (1 / first, 1 / last)
    let map = try map { level in
      let share = DepthLevels.share(level)
      return isInverse ? start + share * (end - start) : 1 / (first + share * (last - first))
    }
    return (map, min(start, end)...max(start, end))
  }
}
