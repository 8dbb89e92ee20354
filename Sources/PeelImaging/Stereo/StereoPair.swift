internal import PeelKernels

/// What both eyes see of a photo with a depth map.
///
/// ```swift
/// let pair = StereoPair(of: photo, map, Parallax(shift: 1, focus: 0.5))
/// let (left, right) = pair.pictures(threads: 2)
/// ```
package struct StereoPair: Sendable {
  private let luma: Plane<UInt8>
  private let chroma: Chroma?
  private let depth: NearnessRows
  private let parallax: Parallax

  /// The pictures' size in pixels, which is the photo's.
  package var width: Int { luma.width }
  /// The pictures' height in pixels.
  package var height: Int { luma.height }

  /// A pair that is computed when its rows are asked for.
  ///
  /// - Parameters:
  ///   - photo: the photo.
  ///   - map: its depth map, of the same proportions.
  ///   - parallax: how far the parts move.
  ///   - halvesChroma: gives chroma of half size, as JPEGs store it, even if the photo has more.
  ///   - threads: the number of threads to use for preparing the map.
  package init(
    of photo: Photo, _ map: DepthMap, _ parallax: Parallax, halvesChroma: Bool = false, threads: Int = 1
  ) {
    luma = photo.luma
    chroma = photo.chroma.map { chroma in
      let isPlain = chroma.origin == (0, 0) && (chroma.scale == (1, 1) || chroma.scale == (2, 2))
      let plain = isPlain ? chroma : chroma.atFullSize(width: photo.width, height: photo.height)
      return halvesChroma && plain.scale == (1, 1)
        ? Chroma(blue: plain.blue.halved(), red: plain.red.halved(), scale: (2, 2)) : plain
    }
    self.parallax = parallax
    depth = NearnessRows(map, of: photo, threads: threads)
  }

  /// The rows of both eyes' pictures.
  ///
  /// - Parameters:
  ///   - rows: the rows, from an even one on.
  ///   - isForJPEG: leaves out the rows of chroma above and below, which only red, green and blue need.
  package func rows(_ rows: Range<Int>, isForJPEG: Bool = false) -> (left: DrawnRows, right: DrawnRows) {
    let scale = chroma?.scale.y ?? 1
    let chromaRows =
      scale == 1
      ? rows
      : isForJPEG
        ? rows.lowerBound / 2..<(rows.upperBound + 1) / 2 : DrawnRows.halvedChromaRows(for: rows, height: height)
    var left = EyeStrip(self, .left, rows.count, chromaRows.count)
    var right = EyeStrip(self, .right, rows.count, chromaRows.count)
    var nearness = [UInt16](repeating: 0, count: width)
    let first = min(rows.lowerBound, scale * chromaRows.lowerBound)
    let last = max(rows.upperBound, min(scale * (chromaRows.upperBound - 1) + 1, height))
    for y in first..<last {
      let chromaRow = y % scale == 0 && chromaRows.contains(y / scale) ? y / scale : nil
      guard rows.contains(y) || chromaRow != nil else { continue }
      depth.read(y, into: &nearness)
      left.draw(y, nearness.span, hasLuma: rows.contains(y), chroma: chromaRow, of: self)
      right.draw(y, nearness.span, hasLuma: rows.contains(y), chroma: chromaRow, of: self)
    }
    return (left.drawn(rows, chromaRows), right.drawn(rows, chromaRows))
  }

  /// Both pictures, made on several threads. The number of threads doesn't change them.
  package func pictures(threads: Int = 1) -> (left: Picture, right: Picture) {
    let strips = stride(from: 0, to: height, by: Self.strip).map { $0..<min($0 + Self.strip, height) }
    let drawn = strips.map(threads: threads) { strip in
      let (left, right) = rows(strip)
      return (left: left.levels, right: right.levels)
    }
    return (
      Picture(width: width, height: height, samples: drawn.flatMap(\.left)),
      Picture(width: width, height: height, samples: drawn.flatMap(\.right))
    )
  }

  /// The rows that are made at a time.
  private static let strip = 64

  /// The rows of one eye's picture while they are drawn.
  private struct EyeStrip {
    private var row: EyeRow
    private var luma: [UInt8] = []
    private var blue: [UInt8] = []
    private var red: [UInt8] = []
    private let hasChroma: Bool
    private let isHalved: Bool

    init(_ pair: StereoPair, _ eye: Eye, _ rows: Int, _ chromaRows: Int) {
      row = EyeRow(
        width: pair.width, gain: pair.parallax.gain(eye, width: pair.width), focus: pair.parallax.focus,
        guardWidth: pair.depth.halo)
      hasChroma = pair.chroma != nil
      isHalved = pair.chroma?.scale.x == 2
      luma.reserveCapacity(rows * pair.width)
      if let chroma = pair.chroma {
        blue.reserveCapacity(chromaRows * chroma.blue.width)
        red.reserveCapacity(chromaRows * chroma.blue.width)
      }
    }

    /// Draws a row of the photo: its luma, a row of chroma that belongs to it, or both.
    mutating func draw(_ y: Int, _ nearness: Span<UInt16>, hasLuma: Bool, chroma chromaRow: Int?, of pair: StereoPair) {
      let samples = pair.luma.row(y)
      row.warp(nearness, samples)
      if hasLuma { row.append(samples, isHalved: false, to: &luma) }
      if let chroma = pair.chroma, let chromaRow {
        row.append(chroma.blue.row(chromaRow), isHalved: isHalved, to: &blue)
        row.append(chroma.red.row(chromaRow), isHalved: isHalved, to: &red)
      }
    }

    func drawn(_ rows: Range<Int>, _ chromaRows: Range<Int>) -> DrawnRows {
      func plane(_ samples: [UInt8], _ rows: Range<Int>) -> Plane<UInt8> {
        Plane(width: samples.count / rows.count, height: rows.count, samples: samples)
      }
      return DrawnRows(
        rows: rows, luma: plane(luma, rows),
        chroma: hasChroma
          ? .init(
            blue: plane(blue, chromaRows), red: plane(red, chromaRows), first: chromaRows.lowerBound,
            isHalved: isHalved)
          : nil)
    }
  }
}

extension DrawnRows {
  /// Red, green and blue of all pixels side by side.
  var levels: [UInt8] {
    let colours = colours(rows)
    return [UInt8](capacity: 3 * luma.samples.count) { $0.append(colours) }
  }

  /// The rows as a JPEG stores them. Their chroma has half size, without rows above and below; grey is neutral.
  package var finished: FinishedPlanes {
    var planes = FinishedPlanes(width: luma.width, height: luma.height, chromaScale: (2, 2))
    let neutral = [UInt8](
      repeating: BT601.neutral, count: chroma == nil ? (luma.width + 1) / 2 * ((luma.height + 1) / 2) : 0)
    planes.append((luma.samples, chroma?.blue.samples ?? neutral, chroma?.red.samples ?? neutral))
    return planes
  }
}

extension Chroma {
  /// The chroma with a sample for each pixel, by nearest sample.
  func atFullSize(width: Int, height: Int) -> Chroma {
    func whole(_ plane: Plane<UInt8>) -> Plane<UInt8> {
      Plane(width: width, height: height) { y, output in
        let row = plane.row(min((y - origin.y) / scale.y, plane.height - 1))
        for x in 0..<width { output.append(row[min((x - origin.x) / scale.x, plane.width - 1)]) }
      }
    }
    return Chroma(blue: whole(blue), red: whole(red), scale: (1, 1))
  }
}
