internal import PeelKernels

/// A small convolutional network that tells prints from other rectangles by how they look.
///
/// Four convolutions, each followed by a rectifier, and a weighted sum of what the last one finds. `peel-lab fit` makes the
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
    /// The samples along each side of the output.
    package var maxima: Int { windows / square }
    /// Zeros on each side of the input.
    package var border: Int { window / 2 }
    /// The samples along each side of the input with its border.
    package var bordered: Int { side + 2 * border }
    /// The numbers under a row of the window.
    package var row: Int { window * inputs }
    /// The numbers under the window.
    package var depth: Int { window * row }
    /// The number of weights, without the biases.
    package var weights: Int { depth * outputs }
  }

  package static let layers = [
    Layer(side: QuadPatch.side, inputs: QuadPatch.colours, outputs: 16, window: 5, step: 2, square: 1),
    Layer(side: 32, inputs: 16, outputs: 32, window: 3, step: 2, square: 1),
    Layer(side: 16, inputs: 32, outputs: 64, window: 3, step: 1, square: 2),
    Layer(side: 8, inputs: 64, outputs: 96, window: 3, step: 1, square: 2),
  ]
  /// The numbers that the last layer finds.
  package static let features = layers.last.map { $0.maxima * $0.maxima * $0.outputs } ?? 0
  /// Outputs whose weights lie together.
  package static let lanes = Products.filters
  /// The number of numbers.
  package static let count = layers.reduce(features + 1) { $0 + $1.outputs + $1.weights }

  /// For each layer its biases, and then for every eight outputs the weights row by row, column by column, input by input,
  /// each for the eight. Then the weights of the sum, and its bias.
  package let numbers: [Float]

  package init(numbers: [Float]) {
    precondition(numbers.count == Self.count, "a network has \(Self.count) numbers")
    self.numbers = numbers
  }

  /// The logarithm of the odds that the quad of a patch is a print.
  package func value(of patch: QuadPatch) -> Double {
    var pass = PatchPass()
    pass.read(patch)
    return Double(pass.run(self))
  }

  /// The outputs of one layer for all windows, before the rectifier.
  ///
  /// - Parameters:
  ///   - start: the index of the layer's first number.
  ///   - input: with its border.
  func convolve(_ layer: Layer, start: Int, _ input: [Float], into output: inout [Float]) {
    let (line, pace) = (layer.bordered * layer.inputs, layer.step * layer.inputs)
    let first = start + layer.outputs
    let (input, numbers) = (input.span, numbers.span)
    let (bias, weights) = (numbers.extracting(start..<first), numbers.extracting(first..<first + layer.weights))
    // What lies under some windows beside one another, and its sums of products.
    var seen = [Float](repeating: 0, count: Products.rows * layer.depth)
    var sums = [Float](repeating: 0, count: Products.rows * layer.outputs)
    for y in 0..<layer.windows {
      for x in stride(from: 0, to: layer.windows, by: Products.rows) {
        var place = 0
        for window in x..<x + Products.rows {
          for row in 0..<layer.window {
            let from = (y * layer.step + row) * line + window * pace
            for i in from..<from + layer.row {
              seen[place] = input[i]
              place += 1
            }
          }
        }
        var room = sums.mutableSpan
        Products.add(seen.span, weights, bias: bias, to: &room)
        let to = (y * layer.windows + x) * layer.outputs
        for i in sums.indices { output[to + i] = sums[i] }
      }
    }
  }
}
