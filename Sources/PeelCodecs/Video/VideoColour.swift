package import PeelImaging

/// The matrix between a video's colours and its samples. Streams don't contain it.
package enum VideoMatrix: Sendable, Equatable {
  /// ITU-R BT.601, for small videos and for cameras that send JPEGs.
  case bt601
  /// ITU-R BT.709, for high-definition video.
  case bt709

  /// The most likely matrix for a video of this height in pixels: `bt709` from 720 rows on.
  package init(height: Int) { self = height >= 720 ? .bt709 : .bt601 }
}

extension VideoFrame {
  /// The frame as a photo: full range, BT.601.
  package func photo(_ matrix: VideoMatrix) -> Photo {
    planes.fullRange(isFull: format.isFullRange, matrix)
  }

  /// A reduced photo for drawing, of at most `longSide` pixels along the longer side. Each sample is the mean of a square
  /// whose side is a power of two.
  package func photo(_ matrix: VideoMatrix, longSide: Int) -> Photo {
    let small = ReducedPlanes(planes, longSide: longSide)
    func plane(_ plane: Plane<Int16>) -> Plane<UInt8> {
      Plane(width: plane.width, height: plane.height) { y, output in
        let row = plane.row(y)
        for x in row.indices { output.append(UInt8(truncatingIfNeeded: min(255, (row[x] &+ 8) >> 4))) }
      }
    }
    var photo = Photo(luma: plane(small.luma))
    if let blue = small.blue, let red = small.red {
      photo.chroma = Chroma(blue: plane(blue), red: plane(red), scale: (1, 1))
    }
    return photo.fullRange(isFull: format.isFullRange, matrix)
  }
}

extension Photo {
  /// Converts from a video's range and matrix (ITU-R BT.601-7 and BT.709-6, section 3 of each) to a photo's (`BT601`).
  fileprivate func fullRange(isFull: Bool, _ matrix: VideoMatrix) -> Photo {
    guard !isFull || matrix == .bt709 else { return self }
    let lift = isFull ? 0 : 16
    // Factors in units of 1/65536, for samples minus their zero, which is 0 or 16 for luma and 128 for chroma.
    let gain = (luma: isFull ? 65_536.0 : 65_536 * 255 / 219, colour: isFull ? 65_536.0 : 65_536 * 255 / 224)
    func weights(_ blue: Double, _ red: Double) -> (blue: Int, red: Int) {
      (Int((blue * gain.colour).rounded()), Int((red * gain.colour).rounded()))
    }
    let (toLuma, toBlue, toRed) =
      switch matrix {
      // How BT.709's chroma contributes to BT.601's luma, blue and red difference, from the shares in each standard.
      case .bt601: (weights(0, 0), weights(1, 0), weights(0, 1))
      case .bt709: (weights(0.101_579, 0.196_076), weights(0.989_854, -0.110_653), weights(-0.072_453, 0.983_398))
      }
    let lumaGain = Int(gain.luma.rounded())
    guard let chroma else {
      let curve = (0..<256).map { Self.level(lumaGain * ($0 - lift)) }
      return Photo(
        luma: Plane(width: width, height: height) { y, output in
          let row = luma.row(y)
          for x in row.indices { output.append(curve[Int(row[x])]) }
        }, focalLength: focalLength, isCropped: isCropped)
    }
    let shift = (x: chroma.scale.x.trailingZeroBitCount, y: chroma.scale.y.trailingZeroBitCount)
    let brightness = Plane<UInt8>(width: width, height: height) { y, output in
      let row = luma.row(y)
      let blue = chroma.blue.row(y >> shift.y)
      let red = chroma.red.row(y >> shift.y)
      for x in row.indices {
        let (b, r) = (Int(blue[x >> shift.x]) &- 128, Int(red[x >> shift.x]) &- 128)
        output.append(
          Self.level(lumaGain &* (Int(row[x]) &- lift) &+ toLuma.blue &* b &+ toLuma.red &* r))
      }
    }
    func difference(_ weights: (blue: Int, red: Int)) -> Plane<UInt8> {
      Plane(width: chroma.blue.width, height: chroma.blue.height) { y, output in
        let blue = chroma.blue.row(y)
        let red = chroma.red.row(y)
        for x in blue.indices {
          let (b, r) = (Int(blue[x]) &- 128, Int(red[x]) &- 128)
          output.append(Self.level(weights.blue &* b &+ weights.red &* r &+ 128 << 16))
        }
      }
    }
    return Photo(
      luma: brightness,
      chroma: Chroma(blue: difference(toBlue), red: difference(toRed), scale: chroma.scale, origin: chroma.origin),
      focalLength: focalLength, isCropped: isCropped)
  }

  private static func level(_ value: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: max(0, min(255, (value &+ 32_768) >> 16)))
  }
}
