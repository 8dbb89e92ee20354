import Foundation
import Testing

@testable import PeelImaging

@Suite struct RankingTests {
  private func order(of shots: [SyntheticShot]) throws -> [Int] { try ranking(of: shots).entries.map(\.shot) }

  private func ranking(of shots: [SyntheticShot]) throws -> Ranking {
    Ranking(of: try shots.map { try #require($0.flat) })
  }

  /// Shots of one print; the last but one is the sharpest. Motion blurs are as wide as the Gaussian ones between them.
  private static func bracket(seed: UInt64) -> [SyntheticShot] {
    let made = SyntheticShot(seed: seed)
    return [
      made.blurred(2.4), made.moved(1.7, direction: 40 + 17 * Double(seed)), made.blurred(1.1), made,
      made.moved(0.6, direction: 10 * Double(seed)),
    ].enumerated().map { $1.noisy(1.5, seed: 100 * seed + UInt64($0)) }
  }

  private static let expected = [3, 4, 2, 1, 0]
  private static let second = bracket(seed: 2)

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `a bracket is ranked sharpest first`(seed: UInt64) throws {
    let ranking = try ranking(of: Self.bracket(seed: seed))
    #expect(ranking.entries.map(\.shot) == Self.expected)
    #expect(ranking.entries[0].relative == 1 && ranking.entries[0].shortcomings.isEmpty)
    #expect(zip(ranking.entries, ranking.entries.dropFirst()).allSatisfy { $0.score > $1.score })
  }

  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let make: @Sendable (SyntheticShot) -> SyntheticShot
  }

  /// Changes other than blur don't change the order, whichever shot has them.
  @Test(
    arguments: [
      Change(testDescription: "20 % brighter") { $0.brighter(1.2) },
      Change(testDescription: "20 % darker") { $0.brighter(0.8) },
      Change(testDescription: "noise of 3 levels") { $0.noisy(3, seed: 9) },
      Change(testDescription: "turned by a quarter") { $0.turned(1) },
      Change(testDescription: "on its head") { $0.turned(2) },
      Change(testDescription: "turned by three quarters, noisy and brighter") {
        $0.turned(3).noisy(3, seed: 8).brighter(1.2)
      },
    ], 0..<5)
  func `changes other than blur keep the order`(_ change: Change, shot: Int) throws {
    var shots = Self.second
    shots[shot] = change.make(shots[shot])
    #expect(try order(of: shots) == Self.expected)
  }

  /// The table is sharp in a shot whose print isn't.
  @Test func `the table doesn't count`() throws {
    let made = SyntheticShot(seed: 3)
    var tricked = made.blurred(1.5)
    let outline = Quad(x: 88, y: 68, width: 532, height: 646)
    for y in 0..<made.luma.height {
      for x in 0..<made.luma.width where !outline.contains(Point(Double(x), Double(y))) {
        tricked.luma[x, y] = (x + y) % 2 == 0 ? 0 : 255
      }
    }
    let soft = made.blurred(0.8)
    #expect(try order(of: [tricked, soft]) == [1, 0])
    #expect(tricked.luma.wholeFrameSharpness() > soft.luma.wholeFrameSharpness())
  }

  @Test(arguments: [0, 30, 60, 90, 120, 150], [0, 1, 3])
  func `motion blur is reported with its direction`(degrees: Int, quarters: Int) throws {
    let made = SyntheticShot(seed: 5).blurred(0.7)
    let moved = made.moved(3, direction: Double(degrees)).turned(quarters)
    let entry = try #require(ranking(of: [made, moved]).entries.last)
    guard case .motion(let direction) = entry.shortcomings.first else {
      Issue.record("\(entry.shortcomings)")
      return
    }
    let expected = Double(degrees + 90 * quarters)
    let off = abs((direction - expected + 360 + 90).truncatingRemainder(dividingBy: 180) - 90)
    #expect(off < 15, "\(direction) for \(expected)")
  }

  @Test(arguments: [0, 1, 2, 3])
  func `the same detail is compared in all shots`(quarters: Int) throws {
    let made = SyntheticShot(seed: 5)
    let turned = made.blurred(2).turned(quarters)
    let details = FlatPrint.details(of: [try #require(made.flat), try #require(turned.flat)])
    // A place with strong edges within the picture.
    #expect(Quad(x: 160, y: 150, width: 380, height: 480).contains(details[0]))
    var (expected, height) = (details[0], Double(made.luma.height))
    for turn in 0..<quarters {
      expected = Point(height - expected.y, expected.x)
      height = Double(turn % 2 == 0 ? made.luma.width : made.luma.height)
    }
    #expect(details[1].distance(to: expected) < 1)
  }

  @Test func `round blur isn't reported as motion`() throws {
    let made = SyntheticShot(seed: 5)
    let entries = try ranking(of: [1, 2, 4].map(made.blurred) + [made]).entries
    #expect(entries.map(\.shortcomings) == [[], [.blur], [.blur], [.blur]])
  }

  /// A shot with a spot of light (6 % of the print; cells that its edge crosses don't count), a good one, one in
  /// shadow, one that leaves the photo, and a small one.
  @Test func `glare, shadow, missing parts and small size are reported`() throws {
    let made = SyntheticShot(seed: 6).blurred(1)
    let glare = SyntheticShot(seed: 6).covered(x: 0.3...0.6, y: 0.3...0.5) { _ in 255 }.blurred(1)
    let shade = made.blurred(0.6).covered(x: 0.1...0.5, y: 0...1) { UInt8(Double($0) * 0.55) }
    var cut = made
    cut.luma = Plane(width: 560, height: 800) { y, row in for x in 0..<560 { row.append(made.luma[x, y]) } }
    var small = made
    small.luma = made.luma.halved()
    small.quad = made.quad.map { 0.5 * $0 }
    let entries = try ranking(of: [glare, made, shade, cut, small]).entries
    func faults(_ shot: Int) -> [Shortcoming] { entries.first { $0.shot == shot }?.shortcomings ?? [] }
    #expect(entries[0].shot == 1)
    #expect(faults(1).isEmpty)
    #expect(faults(0).contains { if case .glare(let share) = $0 { (0.045...0.06).contains(share) } else { false } })
    #expect(faults(2).contains { if case .shadow(let share) = $0 { (0.3...0.45).contains(share) } else { false } })
    #expect(faults(3).contains { if case .cutOff(let share) = $0 { (0.1...0.12).contains(share) } else { false } })
    #expect(faults(4).contains { if case .small(let size) = $0 { abs(size - 0.5) < 0.01 } else { false } })
  }

  @Test func `a single shot is ranked, and an empty list has no entries`() throws {
    #expect(Ranking(of: []).entries.isEmpty)
    let entry = try #require(ranking(of: [SyntheticShot(seed: 1)]).entries.first)
    #expect(entry.relative == 1 && entry.score > 0 && entry.shortcomings.isEmpty && entry.measuresAgree)
  }

  /// Empty pictures are equally sharp, and equal shots keep their order.
  @Test func `empty prints tie`() throws {
    let blank = SyntheticShot(seed: 1).covered(x: 0...1, y: 0...1) { _ in 200 }
    let entries = try ranking(of: [blank, blank, blank]).entries
    #expect(entries.map(\.shot) == [0, 1, 2])
    #expect(entries.allSatisfy { $0.score.isFinite && $0.relative == 1 })
  }

  @Test(arguments: [0.5, 1, 2, 4, 8])
  func `noise is estimated beside texture`(sigma: Double) throws {
    let shot = SyntheticShot(seed: 4).blurred(0.7).noisy(sigma, seed: 1)
    let print = Plane<UInt8>(width: 528, height: 642) { y, row in
      for x in 0..<528 { row.append(shot.luma[90 + x, 70 + y]) }
    }
    let noise = Noise(in: print, beside: .whiteNoise)
    // Rounding to whole levels is noise as well.
    let expected = (sigma * sigma + 1.0 / 12).squareRoot()
    // White noise gives the Laplacian 8² + 8 times its variance, and the gradient, with weights ±1 and ±2 over 8, 2 ·
    // 12 / 64 times.
    #expect(abs((noise.laplacian / 72).squareRoot() / expected - 1) < 0.15)
    #expect(abs((noise.gradient / 0.375).squareRoot() / expected - 1) < 0.15)
  }

  @Test func `whole frames are shrunk to fit`() {
    let checks = Plane<UInt8>(width: 2560, height: 1440) { y, row in
      for x in 0..<2560 { row.append((x / 2 + y / 2) % 2 == 0 ? 50 : 150) }
    }
    // Squares of two samples become one: −1 for each of the four equal and the four different neighbours.
    let small = Plane<UInt8>(width: 1280, height: 720) { y, row in
      for x in 0..<1280 { row.append((x + y) % 2 == 0 ? 50 : 150) }
    }
    #expect(checks.wholeFrameSharpness() == small.wholeFrameSharpness())
    #expect(abs(small.wholeFrameSharpness() - 400) < 0.01)
    #expect(abs(checks.turned(by: 1).wholeFrameSharpness() - 400) < 0.01)
  }

  // MARK: Bursts

  private func bursts(of shots: [(print: FlatPrint, time: Double?)]) -> [[Int]] {
    var search = BurstSearch(times: shots.map(\.time))
    for shot in search.order { search.add(shot, shots[shot].print) }
    return search.bursts.map(\.shots)
  }

  @Test func `photos are grouped into bursts by look and time`() throws {
    let prints = try [1, 2].map { seed in try #require(SyntheticShot(seed: UInt64(seed)).flat) }
    let turned = try #require(SyntheticShot(seed: 1).blurred(3).turned(1).flat)
    typealias Case = (print: FlatPrint, time: Double?)
    let shots: [Case] = [
      (prints[0], 100), (prints[1], 101), (turned, 109), (prints[0], 118), (prints[0], 400), (prints[1], nil),
    ]
    // The fourth belongs to the third, which belongs to the first. Without a time, only the look counts.
    #expect(bursts(of: shots) == [[0, 2, 3], [1, 5], [4]])
    #expect(bursts(of: []).isEmpty)
  }

  /// Of photos that pass by, only those of the last seconds are kept and, without times, the last one's picture.
  @Test func `what photos to come aren't compared with is dropped`() throws {
    let prints = try [1, 2].map { seed in try #require(SyntheticShot(seed: UInt64(seed)).flat) }
    var search = BurstSearch(times: Array(repeating: nil, count: 20))
    for shot in 0..<20 {
      search.add(shot, prints[shot % 2])
      #expect(search.known.map { $0.print != nil } == Array(repeating: false, count: shot) + [shot < 19])
    }
    #expect(search.bursts.map(\.shots.count) == [10, 10])
    var timed = BurstSearch(times: (0..<20).map { 6 * Double($0) })
    for shot in 0..<20 {
      timed.add(shot, prints[shot % 2])
      #expect(timed.known.count <= 2)
    }
  }

  /// Photos without a time are compared with all others.
  @Test func `photos taken long before and after others aren't compared`() {
    func compared(_ times: [Double?]) -> [Int] { BurstSearch(times: times).compared }
    #expect(compared([100, 5, 110, 40, 15, 10, 60, 70.5]) == [1, 5, 4, 0, 2])
    #expect(compared([100, nil, 5]) == [1, 2, 0])
    #expect(compared([7]).isEmpty && compared([]).isEmpty)
  }

  struct Passing: Sendable, CustomTestStringConvertible {
    let times: [Double?]
    var withoutPrint: Int?
    let bursts: [[Int]]
    var testDescription: String {
      "\(times.map { $0.map { "\($0)" } ?? "none" }), without a print: \(withoutPrint ?? -1)"
    }
  }

  /// Neighbours in the list of which one or both have no time are compared by their details, which glare leaves. Photos
  /// without a print between them don't count. Others are compared so only if they were taken within seconds.
  @Test(arguments: [
    Passing(times: [nil, nil], bursts: [[0, 1]]), Passing(times: [nil, 5], bursts: [[0, 1]]),
    Passing(times: [5, nil], bursts: [[0, 1]]), Passing(times: [5, 6], bursts: [[0, 1]]),
    Passing(times: [6, 5], bursts: [[0, 1]]), Passing(times: [5, 5], bursts: [[0, 1]]),
    Passing(times: [5, 50], bursts: [[0], [1]]),
    Passing(times: [nil, nil, nil], withoutPrint: 1, bursts: [[0, 2]]),
    Passing(times: [nil, 5, nil], withoutPrint: 1, bursts: [[0, 2]]),
    Passing(times: [7, nil, nil], withoutPrint: 1, bursts: [[0, 2]]),
    Passing(times: [nil, 5, 7], withoutPrint: 1, bursts: [[0, 2]]),
    Passing(times: [nil, 7, 5], withoutPrint: 1, bursts: [[0, 2]]),
  ])
  func `glare doesn't part neighbours`(_ passing: Passing) throws {
    let made = SyntheticShot(seed: 1)
    let prints = try [0.1...0.35, 0.65...0.9].map { part in
      try #require(made.covered(x: 0.1...0.9, y: part) { _ in 255 }.flat)
    }
    #expect(prints[0].likeness(to: prints[1]) < Likeness.ofOnePrint)
    var search = BurstSearch(times: passing.times)
    for shot in search.order { search.add(shot, shot == passing.withoutPrint ? nil : prints[min(shot, 1)]) }
    #expect(search.bursts.map(\.shots) == passing.bursts)
    #expect(search.known.allSatisfy { passing.times[$0.shot] != nil || $0.print == nil })
  }

  /// A print that has moved a little is found by the first shot's outline; another print isn't.
  @Test func `the print is found again in the next shot`() throws {
    let made = SyntheticShot(seed: 1)
    let search = PrintSearch()
    let reference = PrintSearch.Reference(try #require(made.flat), in: made.photo)
    var moved = made.blurred(1)
    moved.luma = Plane(width: 700, height: 800) { y, row in
      for x in 0..<700 { row.append(made.luma[max(0, x - 3), max(0, y - 2)]) }
    }
    let found = try #require(search(moved.photo, like: reference))
    let expected = made.quad.map { $0 + Point(3, 2) }
    #expect(zip(found.quad.corners, expected.corners).allSatisfy { $0.distance(to: $1) < 1.5 })
    let other = try #require(search(SyntheticShot(seed: 2).photo, like: reference))
    #expect(bursts(of: [(reference.print, nil), (other, nil), (found, nil)]) == [[0, 2], [1]])
  }

  @Test func timesDivideBursts() {
    let bursts = Burst.all(takenAt: [100, nil, 5, 110, 121, nil, 15, 0]).map(\.shots)
    #expect(bursts == [[0, 3], [1, 5], [2, 6, 7], [4]])
    #expect(Burst.all(takenAt: []).isEmpty)
  }
}
