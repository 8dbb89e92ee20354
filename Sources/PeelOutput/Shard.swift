package import PeelFiles

/// A share of a list of photos, for one of several machines.
///
/// Which share a photo belongs to depends on its path alone, so it stays the same when the list grows.
package struct Shard: Equatable, Sendable {
  /// The share's number, 1…count.
  package let number: Int
  package let count: Int

  /// The only share of an undivided list.
  package static let whole = Shard(number: 1, count: 1)

  /// The most shares. Beyond this, a share of any archive is a few photos.
  private static let limit = 100_000

  package init(number: Int, count: Int) {
    self.number = number
    self.count = count
  }

  /// Reads text such as `2/4`.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], (1...Self.limit).contains(count),
      (1...count).contains(number)
    else { return nil }
    self.init(number: number, count: count)
  }

  /// Whether the photo belongs to this share.
  package func contains(_ photo: Path) -> Bool {
    Int(Digest(photo.bytes).number % UInt64(count)) == number - 1
  }
}
