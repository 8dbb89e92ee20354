import PeelImaging
import PeelPlatform
import PeelRandomNumbers

/// The numbers of a network in the order that gradients need: the weights of each output one after another.
struct Filters: Sendable {
  /// For each layer, each output's weights row by row.
  private var weights: [[Float]]
  private var biases: [[Float]]
  /// The weights of the last layer's maxima in the sum.
  private var sum: [Float]
  private var bias: Float = 0

  /// Added to the root of the gradients' mean square, by which they are divided.
  private static let least: Float = 1e-8

  static let zeros = Filters()

  private init() {
    weights = PatchNetwork.layers.map { Array(repeating: 0, count: $0.weights) }
    biases = PatchNetwork.layers.map { Array(repeating: 0, count: $0.outputs) }
    sum = Array(repeating: 0, count: PatchNetwork.features)
  }

  /// Random weights that keep the size of numbers from layer to layer (He and others, Delving Deep into Rectifiers, 2015).
  init(random: inout RandomNumbers) {
    self.init()
    for (index, layer) in PatchNetwork.layers.enumerated() {
      // A uniform distribution with the variance 2 / inputs.
      let most = (6 / Float(layer.depth)).squareRoot()
      for i in weights[index].indices { weights[index][i] = Float.random(in: -most...most, using: &random) }
    }
    let most = 1 / Float(PatchNetwork.features).squareRoot()
    for i in sum.indices { sum[i] = Float.random(in: -most...most, using: &random) }
  }

  /// The network with these numbers.
  var network: PatchNetwork {
    var numbers: [Float] = []
    let lanes = PatchNetwork.lanes
    for (index, layer) in PatchNetwork.layers.enumerated() {
      numbers += biases[index]
      let size = layer.depth
      for first in stride(from: 0, to: layer.outputs, by: lanes) {
        for i in 0..<size { for lane in 0..<lanes { numbers.append(weights[index][(first + lane) * size + i]) } }
      }
    }
    return PatchNetwork(numbers: numbers + sum + [bias])
  }

  /// Calls `change` with each array of numbers here and the same one of `other`.
  private mutating func merge(_ other: Filters, _ change: (inout Float, Float) -> Void) {
    for k in weights.indices {
      for i in weights[k].indices { change(&weights[k][i], other.weights[k][i]) }
      for i in biases[k].indices { change(&biases[k][i], other.biases[k][i]) }
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

  /// Adds the gradient of one patch's error.
  ///
  /// - Parameters:
  ///   - pass: what the network found, with the features times `kept`.
  ///   - kept: the factor of each feature.
  ///   - error: the derivative of the loss by the network's value.
  func addGradient(of pass: PatchPass, kept: [Float], error: Float, to gradient: inout Filters) {
    gradient.bias += error
    for i in sum.indices { gradient.sum[i] += error * pass.features[i] }
    var slopes = zip(sum, kept).map { error * $0 * $1 }
    let layers = PatchNetwork.layers
    for index in layers.indices.reversed() {
      let border = index + 1 < layers.count ? layers[index + 1].border : 0
      slopes = addGradient(of: pass, at: index, slopes: slopes, border: border, to: &gradient)
    }
  }

  /// Adds the gradient of one layer.
  ///
  /// - Parameters:
  ///   - slopes: the derivatives of the loss by the layer's maxima, with a border.
  /// - Returns: the derivatives by the layer's input, with its border; empty for the first layer.
  private func addGradient(
    of pass: PatchPass, at index: Int, slopes: [Float], border: Int, to gradient: inout Filters
  ) -> [Float] {
    let (layer, isFirst) = (PatchNetwork.layers[index], index == 0)
    let (input, output) = (pass.inputs[index], pass.outputs[index])
    let (size, line) = (layer.depth, layer.bordered * layer.inputs)
    let side = layer.maxima
    var inputSlopes = [Float](repeating: 0, count: isFirst ? 0 : input.count)
    for y in 0..<side {
      for x in 0..<side {
        let from = ((y + border) * (side + 2 * border) + x + border) * layer.outputs
        for k in 0..<layer.outputs where slopes[from + k] != 0 {
          guard let window = Self.greatest(layer, output, x: x, y: y, k) else { continue }
          let slope = slopes[from + k]
          gradient.biases[index][k] += slope
          for row in 0..<layer.window {
            let place = (window.y * layer.step + row) * line + window.x * layer.step * layer.inputs
            let weight = k * size + row * layer.row
            Self.add(input, place, times: slope, to: &gradient.weights[index], weight, count: layer.row)
            if !isFirst { Self.add(weights[index], weight, times: slope, to: &inputSlopes, place, count: layer.row) }
          }
        }
      }
    }
    return inputSlopes
  }

  /// The window whose output is the maximum of a square; nil if all are 0.
  private static func greatest(
    _ layer: PatchNetwork.Layer, _ output: [Float], x: Int, y: Int, _ k: Int
  ) -> (x: Int, y: Int)? {
    var (best, window): (Float, (x: Int, y: Int)?) = (0, nil)
    for v in y * layer.square..<(y + 1) * layer.square {
      for u in x * layer.square..<(x + 1) * layer.square {
        let value = output[(v * layer.windows + u) * layer.outputs + k]
        if value > best { (best, window) = (value, (u, v)) }
      }
    }
    return window
  }

  /// Adds a part of `numbers` to a part of `sums`.
  @inline(__always)
  private static func add(
    _ numbers: [Float], _ from: Int, times factor: Float, to sums: inout [Float], _ to: Int, count: Int
  ) {
    let numbers = numbers.span
    var sums = sums.mutableSpan
    for i in 0..<count { sums[to + i] += factor * numbers[from + i] }
  }
}
