import ArgumentParser

/// A share of a list of photos, for one of several machines. Which photo is in which share depends on the photo's name
/// alone, so it stays there when the list grows.
struct Shard: Equatable, Sendable {
  /// 1…count.
  let number: Int
  let count: Int

  static let whole = Shard(number: 1, count: 1)

  /// Beyond this, shares of any archive are a few photos.
  static let mostShards = 100_000

  func contains(_ photo: Path) -> Bool {
    Int(Digest(photo.bytes).number % UInt64(count)) == number - 1
  }
}

extension Shard: ExpressibleByArgument {
  /// From `2/4`.
  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], (1...Self.mostShards).contains(count),
      (1...count).contains(number)
    else { return nil }
    self.init(number: number, count: count)
  }

  var defaultValueDescription: String { "\(number)/\(count)" }
}
