import PeelRandomNumbers
import Testing

@testable import PeelImaging

struct MostPromisingTests {
  /// The best are those of a sort that leaves equals in their order, though others are dropped meanwhile.
  @Test(arguments: [0, 1, 39, 41, 5000]) func `none of the best is dropped`(count: Int) {
    var random = RandomNumbers(seed: UInt64(count))
    for most in [0, 3, 1_000_000] {
      let all = (0..<count).map { number in
        Hypothesis(
          quad: Quad(x: Double(number), y: 0, width: 1, height: 1), coverage: 0,
          promise: Double(Int.random(in: 0...most, using: &random)))
      }
      let sorted = all.sorted { $0.promise > $1.promise }
      for hypotheses in [all, sorted] {
        var best = MostPromising(limit: 40)
        for hypothesis in hypotheses { best.add(hypothesis) }
        #expect(best.sorted().map(\.quad) == sorted.prefix(40).map(\.quad))
      }
    }
  }
}
