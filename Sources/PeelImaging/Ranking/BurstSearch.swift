/// Sorts photos into bursts as they pass by, and keeps only what those to come are compared with.
package struct BurstSearch: Sendable {
  /// A shot with which those to come are compared.
  struct Known {
    let shot: Int
    let time: Double?
    let likeness: Likeness
    /// The print with its picture, as long as its details are compared.
    var print: FlatPrint?
  }

  private let throughGlare: Bool
  /// Those without a time, which are compared with all others, and those of the last seconds.
  private(set) var known: [Known] = []
  /// The first shot of each shot's burst, as far as is known.
  private var first: [Int: Int] = [:]

  /// - Parameter throughGlare: whether prints that don't look alike are compared by their details, which glare leaves
  ///   elsewhere. Without times, only neighbours are compared so. The prints need their pictures then.
  package init(throughGlare: Bool) { self.throughGlare = throughGlare }

  /// The order in which photos have to be added: those without a time, then the others in the order of time.
  ///
  /// - Parameter times: when each photo was taken, in seconds.
  package static func order(_ times: [Double?]) -> [Int] {
    times.indices.sorted { (times[$0] ?? -.infinity, $0) < (times[$1] ?? -.infinity, $1) }
  }

  /// Adds a photo's print.
  ///
  /// - Parameters:
  ///   - shot: the photo's number.
  ///   - print: the print in it.
  ///   - time: when it was taken, in seconds.
  package mutating func add(_ shot: Int, _ print: FlatPrint, time: Double?) {
    first[shot] = shot
    if let time { known.removeAll { other in other.time.map { time - $0 > Burst.longestPause } ?? false } }
    let own = Known(
      shot: shot, time: time, likeness: Likeness(print.proof.luma), print: throughGlare ? print : nil)
    let turned = Likeness.Turned(own.likeness)
    for other in known where first[other.shot] != first[shot] {
      let likeness = other.likeness.correlation(with: turned)
      if likeness.value >= Likeness.ofOnePrint || shareDetails(own, other, likeness.turns) { join(shot, other.shot) }
    }
    // Without a time, only its neighbour is compared with the details of a shot.
    for index in known.indices.suffix(1) where known[index].time == nil { known[index].print = nil }
    known.append(own)
  }

  /// - Parameter turns: the turn that makes `own` lie like `other`.
  private func shareDetails(_ own: Known, _ other: Known, _ turns: QuarterTurns) -> Bool {
    guard (own.time == nil) == (other.time == nil), own.time != nil || abs(own.shot - other.shot) == 1,
      let print = own.print, let otherPrint = other.print
    else { return false }
    return own.shot > other.shot
      ? print.sharesDetails(with: otherPrint, turned: turns) : otherPrint.sharesDetails(with: print, turned: -turns)
  }

  private mutating func join(_ a: Int, _ b: Int) {
    guard let firstOfA = first[a], let firstOfB = first[b] else { return }
    let (kept, joined) = (min(firstOfA, firstOfB), max(firstOfA, firstOfB))
    for (member, itsFirst) in first where itsFirst == joined { first[member] = kept }
  }

  /// The bursts, ordered by their first photos. A photo unlike all others is a burst of its own.
  package var bursts: [Burst] {
    Dictionary(grouping: first.keys) { first[$0] ?? $0 }.sorted { $0.key < $1.key }.map {
      Burst(shots: $0.value.sorted())
    }
  }
}
