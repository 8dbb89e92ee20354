import PeelImaging
import PeelKernels
import PeelPlatform
import PeelRandomNumbers

/// The numbers of a network while it is fitted, in the order that gradients need: the weights of each output one after
/// another.
struct Filters: Sendable {
  /// For each layer, each output's weights row by row.
  private var weights: [[Float]]
  /// For each layer, what each output is multiplied with after it was normalised, and what is then added.
  private(set) var scales: [[Float]]
  private(set) var shifts: [[Float]]
  /// The weights of the last layer's maxima in the sum.
  private var sum: [Float]
  private var bias: Float = 0

  /// Added to the root of the gradients' mean square, by which they are divided.
  private static let least: Float = 1e-8

  static let zeros = Filters()

  private init() {
    weights = PatchNetwork.layers.map { Array(repeating: 0, count: $0.weights) }
    scales = PatchNetwork.layers.map { Array(repeating: 0, count: $0.outputs) }
    shifts = scales
    sum = Array(repeating: 0, count: PatchNetwork.features)
  }

  /// Random weights that keep the size of numbers from layer to layer (He and others, Delving Deep into Rectifiers, 2015).
  init(random: inout RandomNumbers) {
    self.init()
    for (index, layer) in PatchNetwork.layers.enumerated() {
      // A uniform distribution with the variance 2 / inputs.
      let most = (6 / Float(layer.depth)).squareRoot()
      for i in weights[index].indices { weights[index][i] = Float.random(in: -most...most, using: &random) }
      scales[index] = Array(repeating: 1, count: layer.outputs)
    }
    let most = 1 / Float(PatchNetwork.features).squareRoot()
    for i in sum.indices { sum[i] = Float.random(in: -most...most, using: &random) }
  }

  /// The network whose convolutions have these weights and no biases.
  var convolutions: PatchNetwork { network { _, _ in (1, 0) } }

  /// The network that does what the filters do where the outputs have some moments.
  func network(_ moments: [BatchPass.Moments]) -> PatchNetwork {
    network { index, k in
      let factor = scales[index][k] / moments[index].deviations[k]
      return (factor, shifts[index][k] - factor * moments[index].means[k])
    }
  }

  /// - Parameter change: the factor of the weights of a layer's output, and the output's bias.
  private func network(_ change: (_ index: Int, _ k: Int) -> (factor: Float, bias: Float)) -> PatchNetwork {
    var numbers: [Float] = []
    let lanes = PatchNetwork.lanes
    for (index, layer) in PatchNetwork.layers.enumerated() {
      let changes = (0..<layer.outputs).map { change(index, $0) }
      numbers += changes.map(\.bias)
      let size = layer.depth
      for first in stride(from: 0, to: layer.outputs, by: lanes) {
        for i in 0..<size {
          for k in first..<first + lanes { numbers.append(changes[k].factor * weights[index][k * size + i]) }
        }
      }
    }
    return PatchNetwork(numbers: numbers + sum + [bias])
  }

  /// Calls `change` with each array of numbers here and the same one of `other`.
  mutating func merge(_ other: Filters, _ change: (inout Float, Float) -> Void) {
    for k in weights.indices {
      for i in weights[k].indices { change(&weights[k][i], other.weights[k][i]) }
      for i in scales[k].indices { change(&scales[k][i], other.scales[k][i]) }
      for i in shifts[k].indices { change(&shifts[k][i], other.shifts[k][i]) }
    }
    for i in sum.indices { change(&sum[i], other.sum[i]) }
    change(&bias, other.bias)
  }

  mutating func add(_ other: Filters, times factor: Float) { merge(other) { $0 += factor * $1 } }

  /// A step of Adam.
  ///
  /// - Parameters:
  ///   - means: the running mean of the gradients.
  ///   - squares: the running mean of their squares.
  ///   - number: the number of this step, from 1.
  mutating func step(
    _ gradient: Filters, _ means: inout Filters, _ squares: inout Filters, number: Int, rate: Float,
    memory: (mean: Float, square: Float)
  ) {
    means.merge(gradient) { $0 = memory.mean * $0 + (1 - memory.mean) * $1 }
    squares.merge(gradient) { $0 = memory.square * $0 + (1 - memory.square) * $1 * $1 }
    // The means begin at 0, and are too small at first.
    let (mean, square) = (1 - pow(memory.mean, Float(number)), 1 - pow(memory.square, Float(number)))
    var steps = means
    steps.merge(squares) { $0 = $0 / mean / (($1 / square).squareRoot() + Self.least) }
    add(steps, times: -rate)
  }

  /// Adds the gradient of the errors of a batch.
  ///
  /// - Parameters:
  ///   - batch: what the network found, with the features times `kept`.
  ///   - kept: the factors of each patch's features.
  ///   - errors: the derivatives of the loss by the network's value for each patch.
  func addGradient(of batch: BatchPass, kept: [[Float]], errors: [Float], to gradient: inout Filters) {
    var slopes: [[Float]] = []
    for (pass, (kept, error)) in zip(batch.passes, zip(kept, errors)) {
      gradient.bias += error
      for i in sum.indices { gradient.sum[i] += error * pass.features[i] }
      slopes.append(zip(sum, kept).map { error * $0 * $1 })
    }
    let layers = PatchNetwork.layers
    for index in layers.indices.reversed() {
      let border = index + 1 < layers.count ? layers[index + 1].border : 0
      var outputs = batch.passes.indices.map {
        Self.slopes(ofOutputs: batch.passes[$0].outputs[index], layers[index], slopes[$0], border: border)
      }
      addGradient(ofNormalising: batch, at: index, &outputs, to: &gradient)
      slopes = addGradient(ofConvolving: batch, at: index, outputs, to: &gradient)
    }
  }

  /// The derivatives of the loss by the outputs of one patch.
  ///
  /// - Parameter slopes: those by the outputs' maxima, with a border.
  private static func slopes(
    ofOutputs output: [Float], _ layer: PatchNetwork.Layer, _ slopes: [Float], border: Int
  ) -> [Float] {
    var result = [Float](repeating: 0, count: output.count)
    let side = layer.maxima
    for y in 0..<side {
      for x in 0..<side {
        let from = ((y + border) * (side + 2 * border) + x + border) * layer.outputs
        for k in 0..<layer.outputs where slopes[from + k] != 0 {
          if let place = greatest(layer, output, x: x, y: y, k) { result[place] = slopes[from + k] }
        }
      }
    }
    return result
  }

  /// Adds the gradient of a layer's scales and shifts.
  ///
  /// - Parameter slopes: for each patch, the derivatives by the outputs; becomes those by the sums of the convolution.
  private func addGradient(
    ofNormalising batch: BatchPass, at index: Int, _ slopes: inout [[Float]], to gradient: inout Filters
  ) {
    let count = PatchNetwork.layers[index].outputs
    var (sums, products) = ([Float](repeating: 0, count: count), [Float](repeating: 0, count: count))
    for (slopes, numbers) in zip(slopes, batch.normalised[index]) {
      for start in stride(from: 0, to: slopes.count, by: count) {
        for k in 0..<count {
          sums[k] += slopes[start + k]
          products[k] += slopes[start + k] * numbers[start + k]
        }
      }
    }
    for k in 0..<count {
      gradient.shifts[index][k] += sums[k]
      gradient.scales[index][k] += products[k]
    }
    let windows = Float(slopes.reduce(0) { $0 + $1.count } / count)
    let factors = zip(scales[index], batch.moments[index].deviations).map { $0 / $1 }
    for i in slopes.indices {
      let numbers = batch.normalised[index][i]
      for start in stride(from: 0, to: numbers.count, by: count) {
        for k in 0..<count {
          let mean = (sums[k] + numbers[start + k] * products[k]) / windows
          slopes[i][start + k] = factors[k] * (slopes[i][start + k] - mean)
        }
      }
    }
  }

  /// Adds the gradient of a layer's weights.
  ///
  /// - Parameter slopes: for each patch, the derivatives by the sums of the convolution.
  /// - Returns: for each patch, the derivatives by the layer's input, with its border; empty for the first layer.
  private func addGradient(
    ofConvolving batch: BatchPass, at index: Int, _ slopes: [[Float]], to gradient: inout Filters
  ) -> [[Float]] {
    let (layer, lanes) = (PatchNetwork.layers[index], PatchNetwork.lanes)
    let windows = layer.windows * layer.windows
    // What lies under a window, filled up to whole blocks.
    let depth = (layer.depth + lanes - 1) / lanes * lanes
    let zeros = [Float](repeating: 0, count: depth)
    var sums = [Float](repeating: 0, count: Products.rows * depth)
    var seen = [Float](repeating: 0, count: depth * windows)
    var rows = [Float](repeating: 0, count: Products.rows * windows)
    // In blocks, the weights of an input for each output.
    var columns = [Float](repeating: 0, count: depth * layer.outputs)
    for k in 0..<layer.outputs {
      for i in 0..<layer.depth {
        columns[(i / lanes * layer.outputs + k) * lanes + i % lanes] = weights[index][k * layer.depth + i]
      }
    }
    var inputSlopes: [[Float]] = []
    for (pass, slopes) in zip(batch.passes, slopes) {
      Self.read(pass.inputs[index], layer, into: &seen)
      for first in stride(from: 0, to: layer.outputs, by: Products.rows) {
        for row in 0..<Products.rows {
          for window in 0..<windows { rows[row * windows + window] = slopes[window * layer.outputs + first + row] }
        }
        var room = sums.mutableSpan
        Products.add(rows.span, seen.span, bias: zeros.span, to: &room)
        for row in 0..<Products.rows {
          let to = (first + row) * layer.depth
          for i in 0..<layer.depth { gradient.weights[index][to + i] += sums[row * depth + i] }
        }
      }
      var input = [Float](repeating: 0, count: index == 0 ? 0 : pass.inputs[index].count)
      for first in stride(from: 0, to: index == 0 ? 0 : windows, by: Products.rows) {
        let own = slopes.span.extracting(first * layer.outputs..<(first + Products.rows) * layer.outputs)
        var room = sums.mutableSpan
        Products.add(own, columns.span, bias: zeros.span, to: &room)
        for window in 0..<Products.rows {
          Self.eachRow(under: first + window, layer) { from, place in
            for i in 0..<layer.row { input[place + i] += sums[window * depth + from + i] }
          }
        }
      }
      inputSlopes.append(input)
    }
    return inputSlopes
  }

  /// Reads what lies under each window, in blocks of numbers beside one another.
  private static func read(_ input: [Float], _ layer: PatchNetwork.Layer, into seen: inout [Float]) {
    let (lanes, windows) = (PatchNetwork.lanes, layer.windows * layer.windows)
    let targets = (0..<layer.depth).map { $0 / lanes * windows * lanes + $0 % lanes }
    let (input, targetSpan) = (input.span, targets.span)
    var room = seen.mutableSpan
    for window in 0..<windows {
      eachRow(under: window, layer) { from, place in
        for i in 0..<layer.row { room[targetSpan[from + i] + window * lanes] = input[place + i] }
      }
    }
  }

  /// Calls `body` with the index of each row's first number among those under a window, and among the layer's input.
  @inline(__always)
  private static func eachRow(
    under window: Int, _ layer: PatchNetwork.Layer, _ body: (_ from: Int, _ place: Int) -> Void
  ) {
    let (y, x) = window.quotientAndRemainder(dividingBy: layer.windows)
    for row in 0..<layer.window {
      body(row * layer.row, ((y * layer.step + row) * layer.bordered + x * layer.step) * layer.inputs)
    }
  }

  /// The index of the output that is the maximum of a square; nil if none is above 0.
  private static func greatest(_ layer: PatchNetwork.Layer, _ output: [Float], x: Int, y: Int, _ k: Int) -> Int? {
    var (best, greatest): (Float, Int?) = (0, nil)
    for v in y * layer.square..<(y + 1) * layer.square {
      for u in x * layer.square..<(x + 1) * layer.square {
        let place = (v * layer.windows + u) * layer.outputs + k
        if output[place] > best { (best, greatest) = (output[place], place) }
      }
    }
    return greatest
  }
}
