/// Sorts photos into bursts as they pass by, and keeps only what those to come are compared with.
///
/// Two photos belong to one burst if their prints look alike and, if both times are known, they were taken within
/// `Burst.longestPause`. Prints that don't look alike are compared by their details, which glare leaves elsewhere; if a time
/// isn't known, only neighbours are. Two photos that belong to the burst of a third one belong to one burst as well.
package struct BurstSearch: Sendable {
  /// A shot with which those to come are compared.
  struct Known {
    let shot: Int
    let likeness: Likeness
    /// The print with its picture, as long as its details are compared.
    var print: FlatPrint?
  }

  /// When each photo was taken, in seconds.
  private let times: [Double?]
  /// Those without a time, which are compared with all others, and those of the last seconds.
  private(set) var known: [Known] = []
  /// The photos that are still to come.
  private var coming: Set<Int>
  /// The first shot of each shot's burst, as far as is known.
  private var first: [Int: Int] = [:]

  /// - Parameter times: when each photo was taken, in seconds since any fixed time.
  package init(times: [Double?]) {
    self.times = times
    coming = Set(times.indices)
  }

  /// The order in which photos have to be added: those without a time, then the others in the order of time.
  package var order: [Int] {
    times.indices.sorted { (times[$0] ?? -.infinity, $0) < (times[$1] ?? -.infinity, $1) }
  }

  /// Those of `order` that are compared with any other: not photos that were taken long before and after all others.
  package var compared: [Int] {
    let order = order
    if order.contains(where: { times[$0] == nil }) { return order }
    let pauses = zip(order.dropFirst(), order).map { (times[$0] ?? 0) - (times[$1] ?? 0) }
    return zip(order, zip([.infinity] + pauses, pauses + [.infinity])).filter { _, around in
      min(around.0, around.1) <= Burst.longestPause
    }.map(\.0)
  }

  /// Adds a photo.
  ///
  /// - Parameters:
  ///   - shot: the photo's number.
  ///   - print: the print in it, with its picture; nil if it has none or can't be read.
  package mutating func add(_ shot: Int, _ print: FlatPrint?) {
    coming.remove(shot)
    if let time = times[shot] {
      known.removeAll { other in times[other.shot].map { time - $0 > Burst.longestPause } ?? false }
    }
    if let print {
      first[shot] = shot
      let own = Known(shot: shot, likeness: Likeness(print.proof.luma), print: print)
      let turned = Likeness.Turned(own.likeness)
      for other in known where first[other.shot] != first[shot] {
        let likeness = other.likeness.correlation(with: turned)
        if likeness.value >= Likeness.ofOnePrint || shareDetails(own, other, likeness.turns) { join(shot, other.shot) }
      }
      known.append(own)
    } else {
      joinNeighbours(of: shot)
    }
    dropPictures()
  }

  /// Compares the details of the photos on both sides of one without a print, which are neighbours now.
  private mutating func joinNeighbours(of shot: Int) {
    guard let before = neighbour(of: shot, -1), let after = neighbour(of: shot, 1),
      let a = known.first(where: { $0.shot == before }), let b = known.first(where: { $0.shot == after }),
      first[before] != first[after], times[before] == nil || times[after] == nil
    else { return }
    let turns = a.likeness.correlation(with: b.likeness).turns
    if shareDetails(b, a, turns) { join(before, after) }
  }

  /// - Parameter turns: the turn that makes `own` lie like `other`.
  private func shareDetails(_ own: Known, _ other: Known, _ turns: QuarterTurns) -> Bool {
    guard let print = own.print, let otherPrint = other.print,
      times[own.shot] != nil && times[other.shot] != nil
        || neighbour(of: min(own.shot, other.shot), 1) == max(own.shot, other.shot)
    else { return false }
    return own.shot > other.shot
      ? print.sharesDetails(with: otherPrint, turned: turns) : otherPrint.sharesDetails(with: print, turned: -turns)
  }

  /// The next photo in the list that has a print or is still to come; nil at the end.
  ///
  /// - Parameter step: 1 for the one that follows, −1 for the one before.
  private func neighbour(of shot: Int, _ step: Int) -> Int? {
    var place = shot + step
    while times.indices.contains(place) {
      if first[place] != nil || coming.contains(place) { return place }
      place += step
    }
    return nil
  }

  /// Drops the pictures of photos without a time whose neighbours have passed.
  private mutating func dropPictures() {
    for index in known.indices where known[index].print != nil && times[known[index].shot] == nil {
      let neighbours = [-1, 1].compactMap { neighbour(of: known[index].shot, $0) }
      if coming.isDisjoint(with: neighbours) { known[index].print = nil }
    }
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
