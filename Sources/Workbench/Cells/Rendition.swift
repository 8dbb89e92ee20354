import Imaging

/// A picture at several scales, so that any part of it is drawn sharp and at once at any size.
public struct Rendition: Equatable, Sendable {
  /// In pixels.
  public let width: Int
  public let height: Int
  /// One for grey, else luma, blue and red difference, or red, green and blue.
  private let channels: [Channel]
  private let isDifference: Bool

  /// Takes the photo's own planes as the finest scale.
  public init(_ photo: Photo) {
    width = photo.width
    height = photo.height
    isDifference = true
    var channels = [Channel(photo.luma, scale: (1, 1), origin: (0, 0))]
    if let chroma = photo.chroma {
      for plane in [chroma.blue, chroma.red] {
        let scale = (Double(chroma.scale.x), Double(chroma.scale.y))
        channels.append(Channel(plane, scale: scale, origin: (Double(chroma.origin.x), Double(chroma.origin.y))))
      }
    }
    self.channels = channels
  }

  public init(_ picture: Picture) {
    width = picture.width
    height = picture.height
    isDifference = false
    channels = (0..<3).map { channel in
      let plane = Plane<UInt8>(width: picture.width, height: picture.height) { y, row in
        let samples = picture.samples.span
        for x in 0..<picture.width { row.append(samples[3 * (y * picture.width + x) + channel]) }
      }
      return Channel(plane, scale: (1, 1), origin: (0, 0))
    }
  }

  /// Averages over `columns` × `rows` equal boxes of `region`, row by row; nil for boxes outside the picture.
  func averages(over region: Region, columns: Int, rows: Int) -> [Colour?] {
    let across = region.taps(columns, along: .x, size: Double(width))
    let down = region.taps(rows, along: .y, size: Double(height))
    let planes = channels.map { $0.averages(over: region, across: across, down: down) }
    return (0..<columns * rows).map { index in
      guard across[index % columns] != nil, down[index / columns] != nil else { return nil }
      guard planes.count == 3 else {
        let grey = byte(planes[0][index])
        return Colour(grey, grey, grey)
      }
      let (a, b, c) = (planes[0][index], planes[1][index], planes[2][index])
      guard isDifference else { return Colour(byte(a), byte(b), byte(c)) }
      // Full-range BT.601, as JFIF has it.
      let (blue, red) = (b - 128, c - 128)
      return Colour(byte(a + 1.402 * red), byte(a - 0.344_136 * blue - 0.714_136 * red), byte(a + 1.772 * blue))
    }
  }

  private func byte(_ value: Float) -> UInt8 { UInt8(min(max(value, 0), 255) + 0.5) }
}

/// A part of a picture in its pixels; it may reach beyond the picture.
struct Region: Equatable, Sendable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  enum Axis { case x, y }

  /// The `count` equal boxes along an axis, each cut to the picture's `size`; nil where its middle lies outside.
  fileprivate func taps(_ count: Int, along axis: Axis, size: Double) -> [ClosedRange<Double>?] {
    let (start, length) = axis == .x ? (x, width) : (y, height)
    let step = length / Double(count)
    return (0..<count).map { index in
      let from = start + Double(index) * step
      guard (0..<size).contains(from + step / 2) else { return nil }
      return max(0, from)...min(size, from + step)
    }
  }
}

/// One kind of sample at several scales, each half as fine as the one before.
private struct Channel: Equatable, Sendable {
  private var layers: [Layer]

  private struct Layer: Equatable, Sendable {
    var plane: Plane<UInt8>
    /// Pixels of the picture to a sample.
    var scale: (x: Double, y: Double)

    static func == (a: Layer, b: Layer) -> Bool { a.plane == b.plane && a.scale == b.scale }
  }

  /// Where the first sample's outer corner lies, in pixels of the picture.
  private var origin: (x: Double, y: Double)

  static func == (a: Channel, b: Channel) -> Bool { a.layers == b.layers && a.origin == b.origin }

  init(_ plane: Plane<UInt8>, scale: (x: Double, y: Double), origin: (x: Double, y: Double)) {
    self.origin = origin
    layers = [Layer(plane: plane, scale: scale)]
    while let last = layers.last, min(last.plane.width, last.plane.height) > 64 {
      layers.append(Layer(plane: last.plane.halved(), scale: (2 * last.scale.x, 2 * last.scale.y)))
    }
  }

  /// Box averages, first along the rows, then down; 0 where a box is nil.
  func averages(over region: Region, across: [ClosedRange<Double>?], down: [ClosedRange<Double>?]) -> [Float] {
    let step = (region.width / Double(across.count), region.height / Double(down.count))
    // The coarsest scale that still has a sample for each box.
    let layer = layers.last { $0.scale.x <= step.0 && $0.scale.y <= step.1 } ?? layers[0]
    let columns = across.map { $0.map { Box($0, origin.x, layer.scale.x, layer.plane.width) } ?? Box.empty }
    var result: [Float] = []
    result.reserveCapacity(across.count * down.count)
    for range in down {
      guard let range else {
        result.append(contentsOf: repeatElement(0, count: across.count))
        continue
      }
      let box = Box(range, origin.y, layer.scale.y, layer.plane.height)
      var sums = [Float](repeating: 0, count: across.count)
      for y in 0..<box.count {
        let row = layer.plane.row(box.start + y)
        let weight = box.weight(of: y)
        for index in columns.indices { sums[index] += weight * columns[index].average(of: row) }
      }
      result.append(contentsOf: sums)
    }
    return result
  }
}

/// The samples a box covers along one axis: full ones, and shares of the first and last.
private struct Box {
  var start: Int
  var count: Int
  var first: Float
  var inner: Float
  var last: Float

  static let empty = Box(start: 0, count: 0, first: 0, inner: 0, last: 0)

  private init(start: Int, count: Int, first: Float, inner: Float, last: Float) {
    self.start = start
    self.count = count
    self.first = first
    self.inner = inner
    self.last = last
  }

  /// The box in pixels of the picture, among `size` samples that cover `scale` pixels each from `origin` on.
  init(_ range: ClosedRange<Double>, _ origin: Double, _ scale: Double, _ size: Int) {
    let from = min(max((range.lowerBound - origin) / scale, 0), Double(size) - 1e-6)
    let to = min(max((range.upperBound - origin) / scale, from + 1e-6), Double(size))
    start = min(Int(from), size - 1)
    count = min(max(Int(to.rounded(.up)), start + 1), size) - start
    let length = to - from
    inner = Float(1 / length)
    first = count == 1 ? 1 : Float((Double(start + 1) - from) / length)
    last = count == 1 ? 1 : Float((to - Double(start + count - 1)) / length)
  }

  func weight(of index: Int) -> Float { index == 0 ? first : index == count - 1 ? last : inner }

  func average(of row: Span<UInt8>) -> Float {
    var sum: Float = 0
    for index in 0..<count { sum += weight(of: index) * Float(row[start + index]) }
    return sum
  }
}

extension Plane<UInt8> {
  /// Half the size, each sample the mean of two by two; an odd last row or column counts twice.
  fileprivate func halved() -> Plane<UInt8> {
    Plane(width: (width + 1) / 2, height: (height + 1) / 2) { y, row in
      let upper = self.row(2 * y)
      let lower = self.row(Swift.min(2 * y + 1, height - 1))
      for x in 0..<width / 2 {
        let sum = UInt16(upper[2 * x]) &+ UInt16(upper[2 * x + 1]) &+ UInt16(lower[2 * x]) &+ UInt16(lower[2 * x + 1])
        row.append(UInt8(truncatingIfNeeded: (sum &+ 2) >> 2))
      }
      if width % 2 == 1 { row.append(UInt8((UInt16(upper[width - 1]) + UInt16(lower[width - 1]) + 1) / 2)) }
    }
  }
}
