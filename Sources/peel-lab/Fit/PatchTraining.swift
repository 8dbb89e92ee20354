import PeelImaging
import PeelPlatform
import PeelRandomNumbers

/// Fits a network to patches by the gradients of small random batches (Adam: Kingma and Ba, 2015).
///
/// Each patch is turned, mirrored, and changed in light and colour at random. The same examples give the same network on
/// any number of cores.
struct PatchTraining {
  struct Example {
    var patch: QuadPatch
    var isTrue: Bool
    var weight: Double
  }

  private enum Parameters {
    /// The patches in a batch, which is divided into `shares` for the cores. Each share is normalised by itself.
    static let batch = 256
    static let shares = 8
    /// How much of the moments of outputs is forgotten with each share.
    static let forgotten: Float = 0.01
    /// The greatest rate, reached after `warmUp` of the batches. From there it falls to 0 along a cosine.
    static let rate: Float = 0.003
    static let warmUp = 0.1
    /// How long the means of gradients and of their squares remember.
    static let memory: (mean: Float, square: Float) = (0.9, 0.999)
    /// The fraction of the last layer's numbers that are left out at random.
    static let leftOut: Float = 0.3
    /// The greatest changes: the logarithms of the contrast and of the strength of the colours, the light, and the cast.
    static let change: (contrast: Float, colour: Float, light: Float, cast: Float) = (0.4, 0.3, 0.25, 0.08)
  }

  let examples: [Example]
  /// The most batches, and the most passes over the examples: few examples would be learned by heart.
  var limits = (batches: 1600, passes: 12)

  /// The network; nil if all examples are true or all are false.
  func network() -> PatchNetwork? {
    guard Set(examples.map(\.isTrue)).count == 2 else { return nil }
    let batches = min(limits.batches, limits.passes * examples.count / Parameters.batch + 1)
    var sums: [Double] = []
    for example in examples { sums.append((sums.last ?? 0) + example.weight) }
    var random = RandomNumbers(seed: 1)
    var filters = Filters(random: &random)
    var (means, squares) = (Filters.zeros, Filters.zeros)
    var moments: [BatchPass.Moments] = []
    for step in 0..<batches {
      let network = filters.convolutions
      let chosen = (0..<Parameters.batch).map { _ -> Int in
        let place = Double.random(in: 0..<(sums.last ?? 1), using: &random)
        return min(sums.firstIndex(above: place), examples.count - 1)
      }
      let current = filters
      let shares = onThreads(Parameters.shares) { share in
        let size = Parameters.batch / Parameters.shares
        let own = chosen[share * size..<(share + 1) * size]
        return self.gradient(of: own, current, network, seed: step * Parameters.shares + share)
      }
      var gradient = Filters.zeros
      for share in shares {
        gradient.add(share.gradient, times: 1 / Float(Parameters.batch))
        if moments.isEmpty { moments = share.moments }
        for k in moments.indices { moments[k].move(to: share.moments[k], by: Parameters.forgotten) }
      }
      filters.step(
        gradient, &means, &squares, number: step + 1, rate: Self.rate(step, of: batches), memory: Parameters.memory)
    }
    return filters.network(moments)
  }

  private static func rate(_ step: Int, of batches: Int) -> Float {
    let done = Double(step) / Double(batches)
    if done < Parameters.warmUp { return Parameters.rate * Float(done / Parameters.warmUp) }
    return Parameters.rate * Float((1 + cos(Double.pi * (done - Parameters.warmUp) / (1 - Parameters.warmUp))) / 2)
  }

  /// The sum of the gradients of some examples, and the moments of their outputs.
  private func gradient(
    of chosen: ArraySlice<Int>, _ filters: Filters, _ network: PatchNetwork, seed: Int
  ) -> (gradient: Filters, moments: [BatchPass.Moments]) {
    var random = RandomNumbers(seed: seed)
    let passes = chosen.map { index in
      var pass = PatchPass()
      Self.read(examples[index].patch, into: &pass, &random)
      return pass
    }
    var batch = BatchPass(passes, filters, network)
    var (kept, errors): ([[Float]], [Float]) = ([], [])
    for (i, index) in chosen.enumerated() {
      let factors = batch.passes[i].features.map { _ in
        Float.random(in: 0..<1, using: &random) < Parameters.leftOut ? 0 : 1 / (1 - Parameters.leftOut)
      }
      for k in factors.indices { batch.passes[i].features[k] *= factors[k] }
      kept.append(factors)
      errors.append(1 / (1 + exp(-batch.passes[i].sum(network))) - (examples[index].isTrue ? 1 : 0))
    }
    var sum = Filters.zeros
    filters.addGradient(of: batch, kept: kept, errors: errors, to: &sum)
    return (sum, batch.moments)
  }

  /// Reads a patch, turned, mirrored and in another light.
  private static func read(_ patch: QuadPatch, into pass: inout PatchPass, _ random: inout RandomNumbers) {
    func number(_ most: Float) -> Float { Float.random(in: -most...most, using: &random) }
    let (isMirrored, turns) = (Bool.random(using: &random), Int.random(in: 0..<4, using: &random))
    let contrast = exp(number(Parameters.change.contrast))
    let colour = contrast * exp(number(Parameters.change.colour))
    let gain = SIMD3(contrast, colour, colour)
    let offset = SIMD3(
      number(Parameters.change.light), number(Parameters.change.cast), number(Parameters.change.cast))
    let last = QuadPatch.side - 1
    pass.read(patch) { place in
      var place = isMirrored ? SIMD2(last - place.x, place.y) : place
      for _ in 0..<turns { place = SIMD2(last - place.y, place.x) }
      return place
    } change: {
      gain * $0 + offset
    }
  }
}

extension [Double] {
  /// The index of the first of some growing numbers that is greater than `number`; the count if none is.
  fileprivate func firstIndex(above number: Double) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] > number { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
