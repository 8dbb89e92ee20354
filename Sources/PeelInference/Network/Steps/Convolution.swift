internal import PeelKernels

/// A convolution over all channels: for four pixels at a time, the products of what lies under the window with the
/// weights of eight filters.
struct Convolution: Sendable {
  let shapes: WindowedShapes
  private let epilogue: Epilogue
  private let input: Int
  private let output: Int
  /// Eight filters after one another; of each eight, the weights of the first number under the window, of the second…
  private let weights: Int
  /// Room for the sums of four pixels with all filters.
  private let sums: Int
  /// Room for what lies under four windows; nil where a window is a pixel, which lies in the picture in one piece.
  private let patches: Int?
  /// The number of times eight filters.
  private let blocks: Int

  /// The pixels that are computed at once.
  private static let pixels = Products.rows

  init(
    _ fused: FusedOperation, _ shapes: WindowedShapes, _ graph: Graph, _ plan: inout MemoryPlan
  ) throws(NetworkError) {
    let operation = fused.operation
    guard case .numbers(let numbers) = graph.tensors[operation.inputs[1]].content else {
      throw .unsupported("weights that are computed while it runs")
    }
    self.shapes = shapes
    input = try plan.range(of: operation.inputs[0]).lowerBound
    output = try plan.range(of: operation.output).lowerBound
    epilogue = try Epilogue(fused, channels: shapes.outputChannels, graph, &plan)
    let depth = shapes.window * shapes.channels
    let lanes = Epilogue.lanes
    blocks = (shapes.outputChannels + lanes - 1) / lanes
    var packed = [Float](repeating: 0, count: blocks * depth * lanes)
    for filter in 0..<shapes.outputChannels {
      for index in 0..<depth {
        packed[(filter / lanes * depth + index) * lanes + filter % lanes] = numbers[filter * depth + index]
      }
    }
    weights = try plan.added(packed).lowerBound
    let isPixel = shapes.window == 1 && shapes.stepX == 1 && shapes.stepY == 1
    let room = Self.pixels * blocks * lanes
    sums = try plan.scratch(room + (isPixel ? 0 : Self.pixels * depth))
    patches = isPixel ? nil : sums + room
  }

  @unsafe
  func run(_ memory: UnsafeMutableBufferPointer<Float>) {
    guard let memory = memory.baseAddress else { return }
    let depth = shapes.window * shapes.channels
    let (filters, count) = (shapes.outputChannels, shapes.outputWidth * shapes.outputHeight)
    let lanes = Epilogue.lanes
    for first in stride(from: 0, to: count, by: Self.pixels) {
      let pixels = min(Self.pixels, count - first)
      if let patches {
        for pixel in 0..<pixels { unsafe gather(first + pixel, memory, memory + patches + pixel * depth) }
      }
      let start = unsafe memory + (patches ?? input + first * depth)
      // Missing pixels repeat the last one.
      let rows: [4 of UnsafePointer<Float>] = unsafe [
        UnsafePointer(start), UnsafePointer(start + min(1, pixels - 1) * depth),
        UnsafePointer(start + min(2, pixels - 1) * depth), UnsafePointer(start + min(3, pixels - 1) * depth),
      ]
      unsafe Products.add(
        rows, memory + weights, bias: memory + epilogue.bias, count: depth, blocks: blocks, to: memory + sums)
      for pixel in 0..<pixels {
        let own = unsafe UnsafeRawPointer(memory + sums + pixel * blocks * lanes)
        for filter in stride(from: 0, to: filters, by: lanes) {
          let sums = unsafe own.loadUnaligned(
            fromByteOffset: filter * MemoryLayout<Float>.size, as: SIMD8<Float>.self)
          unsafe epilogue.store(
            sums, slope: epilogue.slope(filter, memory), at: (first + pixel) * filters + filter, output: output,
            count: min(lanes, filters - filter), memory)
        }
      }
    }
  }

  /// Copies what lies under the window of a pixel of the output, with zeros outside the picture.
  @unsafe
  private func gather(_ pixel: Int, _ memory: UnsafeMutablePointer<Float>, _ patch: UnsafeMutablePointer<Float>) {
    let (y, x) = pixel.quotientAndRemainder(dividingBy: shapes.outputWidth)
    let (rows, columns) = (shapes.rows(y), shapes.columns(x))
    let line = shapes.windowWidth * shapes.channels
    if rows.count < shapes.windowHeight || columns.count < shapes.windowWidth {
      unsafe patch.update(repeating: 0, count: shapes.windowHeight * line)
    }
    let count = columns.count * shapes.channels
    for row in rows {
      let place = (y * shapes.stepY - shapes.beforeY + row) * shapes.width + x * shapes.stepX - shapes.beforeX
      let from = unsafe memory + input + (place + columns.lowerBound) * shapes.channels
      let to = unsafe patch + row * line + columns.lowerBound * shapes.channels
      for index in 0..<count { unsafe to[index] = unsafe from[index] }
    }
  }
}
