import PeelPlatform
import PeelRandomNumbers

/// Random choices that are the same for the same seed.
struct Chance {
  private var numbers: RandomNumbers

  init(seed: Int) { numbers = RandomNumbers(seed: seed) }

  /// A number that is evenly distributed between two.
  mutating func number(_ least: Double, _ most: Double) -> Double { Double.random(in: least...most, using: &numbers) }

  mutating func integer(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }

  /// Whether something happens that happens with a probability.
  mutating func isTrue(_ probability: Double) -> Bool { number(0, 1) < probability }

  /// A number of the normal distribution around 0 (Box and Muller 1958).
  mutating func normal(_ deviation: Double) -> Double {
    deviation * (-2 * log(number(1e-12, 1))).squareRoot() * cos(2 * Double.pi * number(0, 1))
  }

  /// One of some things, each as often as its number says.
  mutating func one<Choice>(_ first: Choice, _ weight: Double, _ others: (Choice, Double)...) -> Choice {
    var place = number(0, others.reduce(weight) { $0 + $1.1 }) - weight
    var choice = first
    for (other, weight) in others where place >= 0 {
      choice = other
      place -= weight
    }
    return choice
  }

  /// One of some things that are equally likely; nil if there are none.
  mutating func element<Element>(of all: [Element]) -> Element? { all.randomElement(using: &numbers) }
}
