import PeelImaging
import PeelRandomNumbers
import Testing

@testable import peel_lab

@Suite struct PatchNetworkTests {
  private static func patch(_ random: inout RandomNumbers) -> QuadPatch {
    QuadPatch(
      levels: (0..<QuadPatch.side * QuadPatch.side * QuadPatch.colours).map { _ in
        UInt8.random(in: 0...255, using: &random)
      })
  }

  /// Each number of a layer worked out by its definition.
  private static func outputs(
    _ layer: PatchNetwork.Layer, _ numbers: ArraySlice<Float>, _ input: (_ x: Int, _ y: Int, _ k: Int) -> Double
  ) -> [[[Double]]] {
    let numbers = Array(numbers)
    return (0..<layer.windows / layer.square).map { y in
      (0..<layer.windows / layer.square).map { x in
        (0..<layer.outputs).map { output in
          var greatest = 0.0
          for v in 0..<layer.square {
            for u in 0..<layer.square {
              var sum = Double(numbers[output])
              for dy in 0..<layer.window {
                for dx in 0..<layer.window {
                  for k in 0..<layer.inputs {
                    let place = (dy * layer.window + dx) * layer.inputs + k
                    let weight = layer.outputs + (output / 8 * layer.window * layer.row + place) * 8 + output % 8
                    sum +=
                      Double(numbers[weight])
                      * input(
                        (x * layer.square + u) * layer.step + dx - layer.window / 2,
                        (y * layer.square + v) * layer.step + dy - layer.window / 2, k)
                  }
                }
              }
              greatest = max(greatest, sum)
            }
          }
          return greatest
        }
      }
    }
  }

  @Test func theNetworkComputesWhatItsNumbersSay() {
    var random = RandomNumbers(seed: 7)
    let network = PatchNetwork(
      numbers: (0..<PatchNetwork.count).map { _ in Float.random(in: -0.2...0.2, using: &random) })
    let patch = Self.patch(&random)
    var start = 0
    var found: [[[Double]]] = (0..<QuadPatch.side).map { y in
      (0..<QuadPatch.side).map { x in
        (0..<QuadPatch.colours).map { k in
          (Double(patch.levels[(y * QuadPatch.side + x) * QuadPatch.colours + k]) - 128) / 128
        }
      }
    }
    for layer in PatchNetwork.layers {
      let input = found
      found = Self.outputs(layer, network.numbers[start..<start + layer.outputs + layer.weights]) { x, y, k in
        input.indices.contains(y) && input.indices.contains(x) ? input[y][x][k] : 0
      }
      start += layer.outputs + layer.weights
    }
    var value = Double(network.numbers[PatchNetwork.count - 1])
    for (feature, weight) in zip(found.joined().joined(), network.numbers[start...]) {
      value += feature * Double(weight)
    }
    #expect(abs(network.value(of: patch) - value) < 1e-3 * max(1, abs(value)))
    #expect(value != 0)
  }

  /// The gradient of each kind of number agrees with what a small change of that number changes.
  @Test func gradientsAreThoseOfTheValues() {
    var random = RandomNumbers(seed: 3)
    let passes = (0..<3).map { _ in
      var pass = PatchPass()
      pass.read(Self.patch(&random))
      return pass
    }
    let errors: [Float] = [1, -0.5, 0.25]
    func value(_ filters: Filters) -> Float {
      let network = filters.convolutions
      let batch = BatchPass(passes, filters, network)
      return zip(batch.passes, errors).reduce(0) { $0 + $1.0.sum(network) * $1.1 }
    }
    let filters = Filters(random: &random)
    let batch = BatchPass(passes, filters, filters.convolutions)
    let kept = passes.map { _ in [Float](repeating: 1, count: PatchNetwork.features) }
    var gradient = Filters.zeros
    filters.addGradient(of: batch, kept: kept, errors: errors, to: &gradient)
    func grown(along direction: Filters, by step: Float) -> Float {
      var (more, less) = (filters, filters)
      more.add(direction, times: step)
      less.add(direction, times: -step)
      return (value(more) - value(less)) / (2 * step)
    }
    // Along the gradient, the value grows by its square.
    let square = gradient.product(gradient)
    #expect(square > 1)
    let own = grown(along: gradient, by: 1e-3 / square.squareRoot())
    #expect(abs(own / square - 1) < 0.05, "\(own) for \(square)")
    // Along any other direction, by the product.
    let other = Filters(random: &random)
    let (change, product) = (grown(along: other, by: 2e-4), gradient.product(other))
    #expect(abs(change - product) < 0.05 * abs(product) + 1e-2, "\(change) for \(product)")
  }

  /// What normalises the outputs of batches goes into the network's weights.
  @Test func theFittedNetworkDoesWhatTheFiltersDo() {
    var random = RandomNumbers(seed: 11)
    let passes = (0..<4).map { _ in
      var pass = PatchPass()
      pass.read(Self.patch(&random))
      return pass
    }
    let filters = Filters(random: &random)
    let batch = BatchPass(passes, filters, filters.convolutions)
    let network = filters.network(batch.moments)
    for (own, pass) in zip(batch.passes, passes) {
      var pass = pass
      #expect(abs(pass.run(network) - own.sum(filters.convolutions)) < 1e-3)
    }
  }

  /// Bright squares on dark ground are prints, dark ones on bright ground aren't.
  @Test func theNetworkLearnsWhatPatchesShow() throws {
    var random = RandomNumbers(seed: 5)
    func example(isTrue: Bool) -> PatchTraining.Example {
      let levels = (0..<QuadPatch.side * QuadPatch.side).flatMap { index -> [UInt8] in
        let (y, x) = index.quotientAndRemainder(dividingBy: QuadPatch.side)
        let isInside = (16..<48).contains(x) && (16..<48).contains(y)
        let noise = UInt8.random(in: 0..<40, using: &random)
        return [(isInside == isTrue ? 190 : 30) + noise, 128, 128]
      }
      return PatchTraining.Example(patch: QuadPatch(levels: levels), isTrue: isTrue, weight: 1)
    }
    let training = PatchTraining(examples: (0..<40).map { example(isTrue: $0 % 2 == 0) }, limits: (20, 1000))
    let network = try #require(training.network())
    for isTrue in [true, false] {
      for _ in 0..<5 { #expect((network.value(of: example(isTrue: isTrue).patch) > 0) == isTrue) }
    }
    #expect(training.network() == network)
    #expect(PatchTraining(examples: training.examples.filter(\.isTrue)).network() == nil)
  }
}

extension Filters {
  /// The product of the numbers here with those of `other`.
  fileprivate func product(_ other: Filters) -> Float {
    var total: Float = 0
    var copy = self
    copy.merge(other) { total += $0 * $1 }
    return total
  }
}
