internal import CPeelHEIF
internal import PeelImaging

extension StereoContents {
  static func heic(_ bytes: [UInt8], _ limits: DecodingLimits) throws(DepthError) -> StereoContents {
    guard let structure = HEIFStructure(bytes) else { throw .none }
    if let pair = structure.stereoPair {
      do throws(CodecError) {
        return .pair(
          left: try PhotoFile(decoding: bytes, item: pair.left, limits: limits),
          right: try PhotoFile(decoding: bytes, item: pair.right, limits: limits))
      } catch {
        throw .codec(error)
      }
    }
    let found: CHEIFDepth?
    do throws(CodecError) { found = try HEICDecoder().depth(of: bytes) } catch { throw .codec(error) }
    guard let found else { throw .none }
    let levels = try upright(Int(found.item), of: structure, bytes, limits)
    var (map, range) = try map(levels, found)
    if let matte = structure.auxiliary("portraiteffectsmatte") {
      map.matte = try? upright(matte, of: structure, bytes, limits).narrow
    }
    return .depth(map, DepthFacts(kind: .heic, range: range))
  }

  private static func map(
    _ levels: Plane<UInt16>, _ depth: CHEIFDepth
  ) throws(DepthError) -> (DepthMap, ClosedRange<Double>?) {
    if depth.is_distance != 0, depth.has_distances != 0 {
      return try levels.map(distances: depth.z_near, depth.z_far, isInverse: false)
    }
    guard depth.has_disparities != 0 else { return (try levels.map { Double($0) }, nil) }
    guard depth.d_min.isFinite, depth.d_max.isFinite, depth.d_min < depth.d_max else {
      throw .damaged("its disparities range from \(depth.d_min) to \(depth.d_max)")
    }
    return (try levels.map { Double($0) }, depth.d_min...depth.d_max)
  }

  /// An auxiliary picture's samples, turned as it says itself or, if it doesn't, as its photo is.
  private static func upright(
    _ item: Int, of structure: HEIFStructure, _ bytes: [UInt8], _ limits: DecodingLimits
  ) throws(DepthError) -> Plane<UInt16> {
    let decoded: Decoded
    do throws(CodecError) {
      decoded = try HEICDecoder(item: item, limits: limits, keepsDepth: true)(bytes)
    } catch {
      throw .codec(error)
    }
    guard let stored = decoded.deep?.luma ?? decoded.pixels.luma?.deep else { throw .damaged("it isn't grey") }
    let own = decoded.changes ?? []
    return (own.isEmpty ? structure.turns : own).reduce(stored) { plane, change in
      switch change {
      case .turn(let orientation): plane.turned(orientation)
      // A map covers the whole photo.
      case .cut: plane
      }
    }
  }
}

extension HEIFStructure {
  /// The types of auxiliary pictures that are depth maps (ISO/IEC 23008-12, annexes B and E, and ISO/IEC 23091-2).
  private static let depthTypes = ["2015:auxid:2", "auxiliary:depth"]

  /// Whether the file has a depth map or a stereo pair.
  var announcesDepth: Bool { stereoPair != nil || Self.depthTypes.contains { auxiliary($0) != nil } }

  /// How the primary picture is rotated and mirrored.
  fileprivate var turns: [Change] {
    changes(width: 1, height: 1).filter { if case .turn = $0 { true } else { false } }
  }
}

extension StoredPixels {
  /// The samples of a grey picture, or the luma of a coloured one.
  fileprivate var luma: Plane<UInt8>? {
    switch self {
    case .grey(let luma), .colour(let luma, _): luma
    case .inks: nil
    }
  }
}

extension Plane<UInt16> {
  /// The high bytes of the samples.
  fileprivate var narrow: Plane<UInt8> {
    Plane<UInt8>(width: width, height: height, samples: samples.map { UInt8(truncatingIfNeeded: $0 >> 8) })
  }
}
