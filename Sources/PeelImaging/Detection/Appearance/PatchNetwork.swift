internal import PeelPlatform

/// A small convolutional network that tells prints from other rectangles by how they look.
///
/// Three convolutions, each followed by a rectifier, and a weighted sum of what the last one finds. `peel-lab fit` makes the
/// weights.
package struct PatchNetwork: Sendable, Equatable {
  /// A convolution, its rectifier, and the maximum over squares of its output.
  package struct Layer: Sendable {
    /// The samples along each side of the input, and the numbers in each.
    package let side: Int
    package let inputs: Int
    /// The numbers in each sample of the output; a multiple of `lanes`.
    package let outputs: Int
    /// The samples along each side of the window, and from one window to the next.
    package let window: Int
    package let step: Int
    /// The samples along each side of the squares.
    package let square: Int

    /// The samples along each side before the maxima are taken.
    package var windows: Int { side / step }
    /// Zeros on each side of the input.
    package var border: Int { window / 2 }
    /// The samples along each side of the input with its border.
    package var bordered: Int { side + 2 * border }
    /// The numbers under a row of the window.
    package var row: Int { window * inputs }
    /// The numbers of weights, without the biases.
    package var weights: Int { window * row * outputs }
  }

  package static let layers = [
    Layer(side: QuadPatch.side, inputs: QuadPatch.colours, outputs: 16, window: 5, step: 2, square: 1),
    Layer(side: 16, inputs: 16, outputs: 24, window: 3, step: 1, square: 2),
    Layer(side: 8, inputs: 24, outputs: 32, window: 3, step: 1, square: 2),
  ]
  /// The numbers that the last layer finds.
  package static let features = 4 * 4 * 32
  /// Weights that are used at once.
  package static let lanes = 8
  /// The number of numbers.
  package static let count = layers.reduce(features + 1) { $0 + $1.outputs + $1.weights }

  /// For each layer its biases, and then for every eight outputs the weights row by row, column by column, input by input,
  /// each for the eight. Then the weights of the sum, and its bias.
  package let numbers: [Float]
  private let eights: [SIMD8<Float>]

  package init(numbers: [Float]) {
    precondition(numbers.count == Self.count, "a network has \(Self.count) numbers")
    self.numbers = numbers
    eights = stride(from: 0, to: Self.count - 1, by: Self.lanes).map { start in
      SIMD8(numbers[start..<start + Self.lanes])
    }
  }

  /// The logarithm of the odds that the quad of a patch is a print.
  package func value(of patch: QuadPatch) -> Double {
    var pass = PatchPass()
    pass.read(patch) { $0 }
    return Double(pass.run(self))
  }

  fileprivate var bias: Float { numbers[Self.count - 1] }

  /// The outputs of one layer for all windows.
  ///
  /// - Parameters:
  ///   - start: the index of the layer's first number.
  ///   - input: with its border.
  fileprivate func convolve(_ layer: Layer, start: Int, _ input: [Float], into output: inout [Float]) {
    let lanes = Self.lanes
    let blocks = layer.outputs / lanes
    let (line, pace) = (layer.bordered * layer.inputs, layer.step * layer.inputs)
    let (input, eights) = (input.span, eights.span)
    for block in 0..<blocks {
      let bias = eights[start / lanes + block]
      let first = start / lanes + blocks + block * layer.window * layer.row
      for y in 0..<layer.windows {
        // Four windows at once: with eight outputs, their sums fill the registers of SSE2.
        for x in stride(from: 0, to: layer.windows, by: 4) {
          var (a, b, c, d) = (bias, bias, bias, bias)
          var weight = first
          for row in 0..<layer.window {
            let place = (y * layer.step + row) * line + x * pace
            for i in place..<place + layer.row {
              let weights = eights[weight]
              weight += 1
              a += weights * input[i]
              b += weights * input[i + pace]
              c += weights * input[i + 2 * pace]
              d += weights * input[i + 3 * pace]
            }
          }
          let place = (y * layer.windows + x) * layer.outputs + block * lanes
          for lane in 0..<lanes {
            output[place + lane] = max(0, a[lane])
            output[place + layer.outputs + lane] = max(0, b[lane])
            output[place + 2 * layer.outputs + lane] = max(0, c[lane])
            output[place + 3 * layer.outputs + lane] = max(0, d[lane])
          }
        }
      }
    }
  }
}

/// What a network finds in one patch, layer by layer.
package struct PatchPass {
  /// The input of each layer, with its border of zeros.
  package private(set) var inputs: [[Float]]
  /// The output of each layer, before the maxima are taken.
  package private(set) var outputs: [[Float]]
  /// The last layer's maxima.
  package var features: [Float]

  package init() {
    let layers = PatchNetwork.layers
    inputs = layers.map { Array(repeating: 0, count: $0.bordered * $0.bordered * $0.inputs) }
    outputs = layers.map { Array(repeating: 0, count: $0.windows * $0.windows * $0.outputs) }
    features = Array(repeating: 0, count: PatchNetwork.features)
  }

  /// Takes a patch as the input.
  ///
  /// - Parameter change: changes a colour, whose numbers are about -1…1.
  package mutating func read(_ patch: QuadPatch, change: (SIMD3<Float>) -> SIMD3<Float>) {
    read(patch, from: { $0 }, change: change)
  }

  /// Takes a patch as the input.
  ///
  /// - Parameters:
  ///   - source: the sample of the patch that is read at a place.
  ///   - change: changes a colour, whose numbers are about -1…1.
  package mutating func read(
    _ patch: QuadPatch, from source: (_ place: SIMD2<Int>) -> SIMD2<Int>, change: (SIMD3<Float>) -> SIMD3<Float>
  ) {
    let layer = PatchNetwork.layers[0]
    for y in 0..<QuadPatch.side {
      for x in 0..<QuadPatch.side {
        let from = source(SIMD2(x, y))
        let i = (from.y * QuadPatch.side + from.x) * QuadPatch.colours
        let levels = SIMD3<Float>(Float(patch.levels[i]), Float(patch.levels[i + 1]), Float(patch.levels[i + 2]))
        let colour = change((levels - 128) / 128)
        let place = ((y + layer.border) * layer.bordered + x + layer.border) * QuadPatch.colours
        for k in 0..<QuadPatch.colours { inputs[0][place + k] = colour[k] }
      }
    }
  }

  /// Runs all layers on the input.
  package mutating func run(_ network: PatchNetwork) -> Float {
    findFeatures(network)
    return sum(network)
  }

  /// Runs the convolutions.
  package mutating func findFeatures(_ network: PatchNetwork) {
    var start = 0
    let layers = PatchNetwork.layers
    for (index, layer) in layers.enumerated() {
      network.convolve(layer, start: start, inputs[index], into: &outputs[index])
      start += layer.outputs + layer.weights
      if index + 1 < layers.count {
        Self.takeMaxima(layer, outputs[index], into: &inputs[index + 1], border: layers[index + 1].border)
      } else {
        Self.takeMaxima(layer, outputs[index], into: &features, border: 0)
      }
    }
  }

  /// The sum of the features.
  package func sum(_ network: PatchNetwork) -> Float {
    let start = PatchNetwork.count - 1 - PatchNetwork.features
    return zip(features, network.numbers[start...]).reduce(network.bias) { $0 + $1.0 * $1.1 }
  }

  private static func takeMaxima(
    _ layer: PatchNetwork.Layer, _ output: [Float], into maxima: inout [Float], border: Int
  ) {
    let side = layer.windows / layer.square
    for y in 0..<side {
      for x in 0..<side {
        let to = ((y + border) * (side + 2 * border) + x + border) * layer.outputs
        for k in 0..<layer.outputs {
          var greatest: Float = 0
          for dy in 0..<layer.square {
            for dx in 0..<layer.square {
              let place = (y * layer.square + dy) * layer.windows + x * layer.square + dx
              greatest = max(greatest, output[place * layer.outputs + k])
            }
          }
          maxima[to + k] = greatest
        }
      }
    }
  }
}
