/// A page reduced for the search, with the colours of each sample side by side.
///
/// A sample holds luma, blue and red difference, and 0, in sixteenths of a level. Differences weigh 1.5 times as much as
/// luma, since white paper differs from a white bed in its tint more than in its brightness.
struct PageColours: Sendable {
  typealias Colour = SIMD4<Int16>

  /// The units of a level.
  static let unit: Int16 = 16

  let width: Int
  let height: Int
  /// Photo pixels along one sample.
  let scale: Double
  /// Row by row.
  let samples: [Colour]

  /// Halves a photo until its long side has at most `longSide` samples.
  init(_ photo: Photo, longSide: Int) {
    let planes = ReducedPlanes(photo, longSide: longSide)
    (width, height, scale) = (planes.width, planes.height, planes.scale)
    let (width, height) = (width, height)
    samples = [Colour](capacity: width * height) { output in
      for y in 0..<height {
        let luma = planes.luma.row(y)
        guard let blue = planes.blue?.row(y), let red = planes.red?.row(y) else {
          for x in 0..<width { output.append(Colour(luma[x], 0, 0, 0)) }
          continue
        }
        for x in 0..<width {
          let (b, r) = (blue[x] &- 2048, red[x] &- 2048)
          output.append(Colour(luma[x], b &+ (b >> 1), r &+ (r >> 1), 0))
        }
      }
    }
  }

  private init(width: Int, height: Int, scale: Double, samples: [Colour]) {
    (self.width, self.height, self.scale, self.samples) = (width, height, scale, samples)
  }

  /// Each sample mixed with its neighbours, by 1 2 1 in either direction.
  var smoothed: PageColours {
    guard width > 2, height > 2 else { return self }
    let (width, height) = (width, height)
    let all = samples.span
    let across = [Colour](capacity: width * height) { output in
      for y in 0..<height {
        let row = all.extracting(y * width..<(y + 1) * width)
        for x in 0..<width {
          let (a, b, c) = (row[max(0, x &- 1)], row[x], row[min(width &- 1, x &+ 1)])
          output.append((a &+ b &+ b &+ c) &>> 2)
        }
      }
    }
    let lines = across.span
    let both = [Colour](capacity: width * height) { output in
      for y in 0..<height {
        let (above, below) = (max(0, y - 1) * width, min(height - 1, y + 1) * width)
        let here = y * width
        for x in 0..<width {
          let b = lines[here &+ x]
          output.append((lines[above &+ x] &+ b &+ b &+ lines[below &+ x]) &>> 2)
        }
      }
    }
    return PageColours(width: width, height: height, scale: scale, samples: both)
  }
}

extension SIMD4<Int16> {
  /// The greatest size of the first three elements.
  @inline(__always)
  var greatest: Int16 {
    let a = replacing(with: .zero &- self, where: self .< 0)
    return Swift.max(Swift.max(a.x, a.y), a.z)
  }

  /// The greatest difference of any channel.
  @inline(__always)
  func difference(to other: Self) -> Int16 { (self &- other).greatest }
}

extension PageColours {
  /// The standard deviation of luma between samples of the bed, from the median of differences, in sixteenths of a level.
  func noise(besides mask: PageMask) -> Float {
    var differences: [Int16] = []
    for y in stride(from: 0, to: height, by: 5) {
      for x in stride(from: 0, to: width - 1, by: 5) where !mask[x, y] && !mask[x + 1, y] {
        differences.append(abs(samples[y * width + x].x - samples[y * width + x + 1].x))
      }
    }
    guard !differences.isEmpty else { return Float(Self.unit) }
    differences.sort()
    // The difference of two samples varies √2 times as much as one.
    return max(2, 1.4826 / 1.4142 * Float(differences[differences.count / 2]))
  }
}
