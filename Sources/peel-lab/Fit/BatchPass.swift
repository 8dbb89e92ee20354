import PeelImaging

/// What a network finds in a batch of patches while it is fitted. The outputs of each layer are normalised over the batch
/// (Ioffe and Szegedy, Batch Normalization, 2015), which lets a few hundred batches do.
struct BatchPass {
  /// One for each patch.
  var passes: [PatchPass]
  /// For each layer and patch, the normalised outputs, before they are scaled and shifted.
  private(set) var normalised: [[[Float]]]
  /// For each layer, the mean and the deviation of each output over the batch.
  private(set) var moments: [Moments]

  /// How the outputs of a layer are distributed.
  struct Moments {
    var means: [Float]
    var deviations: [Float]

    /// Added to the variances, so that constant outputs can be divided by their deviation.
    private static let least: Float = 1e-5

    /// Those of the outputs of some patches.
    ///
    /// - Parameter outputs: the numbers of each patch, with all outputs of a window side by side.
    init(_ outputs: [[Float]], count: Int) {
      var (sums, squares) = ([Double](repeating: 0, count: count), [Double](repeating: 0, count: count))
      for numbers in outputs {
        // Sums of a patch in single precision, so that the compiler makes vectors.
        var (part, square) = ([Float](repeating: 0, count: count), [Float](repeating: 0, count: count))
        for start in stride(from: 0, to: numbers.count, by: count) {
          for k in 0..<count {
            part[k] += numbers[start + k]
            square[k] += numbers[start + k] * numbers[start + k]
          }
        }
        for k in 0..<count { (sums[k], squares[k]) = (sums[k] + Double(part[k]), squares[k] + Double(square[k])) }
      }
      let windows = Double(outputs.reduce(0) { $0 + $1.count } / count)
      means = sums.map { Float($0 / windows) }
      deviations = zip(sums, squares).map { sum, square in
        (Float(max(0, square / windows - sum / windows * sum / windows)) + Self.least).squareRoot()
      }
    }

    /// Moves towards others by a fraction of the difference.
    mutating func move(to other: Moments, by part: Float) {
      for k in means.indices { means[k] += part * (other.means[k] - means[k]) }
      for k in deviations.indices { deviations[k] += part * (other.deviations[k] - deviations[k]) }
    }
  }

  /// Runs all layers on patches.
  ///
  /// - Parameters:
  ///   - passes: with their input.
  ///   - network: the filters' weights, without biases.
  init(_ passes: [PatchPass], _ filters: Filters, _ network: PatchNetwork) {
    self.passes = passes
    (normalised, moments) = ([], [])
    for (index, layer) in PatchNetwork.layers.enumerated() {
      for i in passes.indices { self.passes[i].convolve(index, network) }
      let own = Moments(self.passes.map { $0.outputs[index] }, count: layer.outputs)
      let (scales, shifts) = (filters.scales[index], filters.shifts[index])
      var all: [[Float]] = []
      for i in passes.indices {
        var numbers = self.passes[i].outputs[index]
        var outputs = numbers
        for start in stride(from: 0, to: numbers.count, by: layer.outputs) {
          for k in 0..<layer.outputs {
            let number = (numbers[start + k] - own.means[k]) / own.deviations[k]
            numbers[start + k] = number
            outputs[start + k] = scales[k] * number + shifts[k]
          }
        }
        self.passes[i].outputs[index] = outputs
        self.passes[i].takeMaxima(of: index)
        all.append(numbers)
      }
      normalised.append(all)
      moments.append(own)
    }
  }
}
