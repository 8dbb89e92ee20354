/// What a network finds in one patch, layer by layer.
package struct PatchPass {
  /// The input of each layer, with its border of zeros.
  package private(set) var inputs: [[Float]]
  /// The output of each layer, before the rectifier and the maxima.
  package var outputs: [[Float]]
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
    for index in PatchNetwork.layers.indices {
      convolve(index, network)
      takeMaxima(of: index)
    }
    return sum(network)
  }

  /// Makes the output of a layer from its input.
  package mutating func convolve(_ index: Int, _ network: PatchNetwork) {
    let start = PatchNetwork.layers[..<index].reduce(0) { $0 + $1.outputs + $1.weights }
    network.convolve(PatchNetwork.layers[index], start: start, inputs[index], into: &outputs[index])
  }

  /// Makes the input of the next layer, or the features, from the output of a layer.
  package mutating func takeMaxima(of index: Int) {
    let layers = PatchNetwork.layers
    if index + 1 < layers.count {
      Self.takeMaxima(layers[index], outputs[index], into: &inputs[index + 1], border: layers[index + 1].border)
    } else {
      Self.takeMaxima(layers[index], outputs[index], into: &features, border: 0)
    }
  }

  /// The sum of the features.
  package func sum(_ network: PatchNetwork) -> Float {
    let start = PatchNetwork.count - 1 - PatchNetwork.features
    return zip(features, network.numbers[start...]).reduce(network.numbers[PatchNetwork.count - 1]) { $0 + $1.0 * $1.1 }
  }

  /// The rectifier and the maxima over squares.
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
