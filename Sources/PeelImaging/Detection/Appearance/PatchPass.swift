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
  /// - Parameters:
  ///   - source: the sample of the patch that is read at a place.
  ///   - change: changes a colour, whose numbers are about -1…1.
  package mutating func read(
    _ patch: QuadPatch, from source: (_ place: SIMD2<Int>) -> SIMD2<Int> = { $0 },
    change: (SIMD3<Float>) -> SIMD3<Float> = { $0 }
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
    return zip(features, network.numbers[start...]).reduce(network.numbers[PatchNetwork.count - 1]) { $0 + $1.0 * $1.1 }
  }

  private static func takeMaxima(
    _ layer: PatchNetwork.Layer, _ output: [Float], into maxima: inout [Float], border: Int
  ) {
    let side = layer.maxima
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
