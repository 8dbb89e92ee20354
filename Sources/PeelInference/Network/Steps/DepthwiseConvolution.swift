/// A convolution of each channel with weights of its own.
struct DepthwiseConvolution: Sendable {
  let shapes: WindowedShapes
  private let epilogue: Epilogue
  private let input: Int
  private let output: Int
  /// The weights of all channels for the first place of the window, for the second…
  private let weights: Int

  init(
    _ fused: FusedOperation, _ shapes: WindowedShapes, _ graph: Graph, _ plan: inout MemoryPlan
  ) throws(NetworkError) {
    let operation = fused.operation
    guard case .numbers = graph.tensors[operation.inputs[1]].content else {
      throw .unsupported("weights that are computed while it runs")
    }
    self.shapes = shapes
    input = try plan.range(of: operation.inputs[0]).lowerBound
    output = try plan.range(of: operation.output).lowerBound
    weights = try plan.range(of: operation.inputs[1]).lowerBound
    epilogue = try Epilogue(fused, channels: shapes.channels, graph, &plan)
  }

  @unsafe
  func run(_ memory: UnsafeMutableBufferPointer<Float>) {
    guard let memory = memory.baseAddress else { return }
    for y in 0..<shapes.outputHeight {
      let rows = shapes.rows(y)
      for x in 0..<shapes.outputWidth {
        let columns = shapes.columns(x)
        unsafe pixel(x, y, rows, columns, memory)
      }
    }
  }

  /// The columns of a window of three that lies within the picture.
  private static let usualColumns = 0..<3

  /// The products of eight samples and their weights.
  @unsafe @inline(__always)
  private static func product(
    _ samples: UnsafeMutablePointer<Float>, _ weights: UnsafeMutablePointer<Float>
  ) -> SIMD8<Float> {
    unsafe UnsafeRawPointer(samples).loadUnaligned(as: SIMD8<Float>.self)
      * UnsafeRawPointer(weights).loadUnaligned(as: SIMD8<Float>.self)
  }

  /// Computes a pixel of the output.
  @unsafe @inline(__always)
  private func pixel(
    _ x: Int, _ y: Int, _ rows: Range<Int>, _ columns: Range<Int>, _ memory: UnsafeMutablePointer<Float>
  ) {
    let (channels, lanes) = (shapes.channels, Epilogue.lanes)
    let corner = (y * shapes.stepY - shapes.beforeY) * shapes.width + x * shapes.stepX - shapes.beforeX
    let result = (y * shapes.outputWidth + x) * channels
    var channel = 0
    while channel + lanes <= channels {
      var sums = unsafe UnsafeRawPointer(memory + epilogue.bias + channel).loadUnaligned(as: SIMD8<Float>.self)
      for row in rows {
        let samples = unsafe memory + input + (corner + row * shapes.width) * channels + channel
        let factors = unsafe memory + weights + row * shapes.windowWidth * channels + channel
        if columns == Self.usualColumns {
          // Written out, which takes half the time.
          sums += unsafe Self.product(samples, factors)
          sums += unsafe Self.product(samples + channels, factors + channels)
          sums += unsafe Self.product(samples + 2 * channels, factors + 2 * channels)
        } else {
          for column in columns {
            sums += unsafe Self.product(samples + column * channels, factors + column * channels)
          }
        }
      }
      unsafe epilogue.store(
        sums, slope: epilogue.slope(channel, memory), at: result + channel, output: output, count: lanes, memory)
      channel += lanes
    }
    while channel < channels {
      var sum = unsafe memory[epilogue.bias + channel]
      for row in rows {
        for column in columns {
          sum +=
            unsafe memory[input + (corner + row * shapes.width + column) * channels + channel]
            * memory[weights + (row * shapes.windowWidth + column) * channels + channel]
        }
      }
      if let addend = epilogue.addend { sum += unsafe memory[addend + result + channel] }
      if let slopes = epilogue.slopes, sum < 0 { sum *= unsafe memory[slopes + channel] }
      unsafe memory[output + result + channel] = sum
      channel += 1
    }
  }
}
