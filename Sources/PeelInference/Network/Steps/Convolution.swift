/// A convolution over all channels: for four pixels at a time, the products of what lies under the window with the
/// weights of eight filters.
struct Convolution: Sendable {
  let shapes: WindowedShapes
  private let epilogue: Epilogue
  private let input: Int
  private let output: Int
  /// Eight filters after one another; of each eight, the weights of the first number under the window, of the second…
  private let weights: Int
  /// Room for what lies under four windows; nil where a window is a pixel, which lies in the picture in one piece.
  private let patches: Int?

  /// The pixels that are computed at once: with eight filters, their sums fill the registers of SSE2.
  private static let pixels = 4

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
    let blocks = (shapes.outputChannels + lanes - 1) / lanes
    var packed = [Float](repeating: 0, count: blocks * depth * lanes)
    for filter in 0..<shapes.outputChannels {
      for index in 0..<depth {
        packed[(filter / lanes * depth + index) * lanes + filter % lanes] = numbers[filter * depth + index]
      }
    }
    weights = try plan.added(packed).lowerBound
    let isPixel = shapes.window == 1 && shapes.stepX == 1 && shapes.stepY == 1
    patches = isPixel ? nil : try plan.scratch(Self.pixels * depth)
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
      let rows = unsafe (
        start, start + min(1, pixels - 1) * depth, start + min(2, pixels - 1) * depth,
        start + min(3, pixels - 1) * depth
      )
      var block = unsafe UnsafeRawPointer(memory + weights)
      for filter in stride(from: 0, to: filters, by: lanes) {
        var a = unsafe UnsafeRawPointer(memory + epilogue.bias + filter).loadUnaligned(as: SIMD8<Float>.self)
        var (b, c, d) = (a, a, a)
        for index in 0..<depth {
          let weight = unsafe block.loadUnaligned(as: SIMD8<Float>.self)
          unsafe block += MemoryLayout<SIMD8<Float>>.size
          a += unsafe weight * rows.0[index]
          b += unsafe weight * rows.1[index]
          c += unsafe weight * rows.2[index]
          d += unsafe weight * rows.3[index]
        }
        let slope =
          if let slopes = epilogue.slopes {
            unsafe UnsafeRawPointer(memory + slopes + filter).loadUnaligned(as: SIMD8<Float>.self)
          } else { SIMD8<Float>.zero }
        let place = first * filters + filter
        let width = min(lanes, filters - filter)
        unsafe epilogue.store(a, slope: slope, at: place, output: output, count: width, memory)
        guard pixels > 1 else { continue }
        unsafe epilogue.store(b, slope: slope, at: place + filters, output: output, count: width, memory)
        guard pixels > 2 else { continue }
        unsafe epilogue.store(c, slope: slope, at: place + 2 * filters, output: output, count: width, memory)
        guard pixels > 3 else { continue }
        unsafe epilogue.store(d, slope: slope, at: place + 3 * filters, output: output, count: width, memory)
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
