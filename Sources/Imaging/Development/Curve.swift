/// What becomes of each of the 256 levels of a channel.
public struct Curve: Sendable, Equatable {
  private let levels: [UInt8]

  public static let identity = Curve { $0 }

  /// `level` is asked once for each level from 0 to 255.
  public init(_ level: (UInt8) -> UInt8) {
    levels = (0...255).map(level)
  }

  /// Level is 0…255.
  public subscript(level: Int) -> UInt8 { levels[level] }

  /// All of some samples.
  func callAsFunction(_ samples: [UInt8]) -> [UInt8] {
    let levels = levels.span
    let samples = samples.span
    return [UInt8](capacity: samples.count) { output in
      for k in samples.indices { output.append(levels[Int(samples[k])]) }
    }
  }
}
