import PeelFiles
import PeelPlatform
import Synchronization
import Testing

@testable import PeelScanning

@Suite struct BatchTests {
  private let never: @Sendable () -> Bool = { false }

  @Test(arguments: [1, 2, 7, 100])
  func resultsKeepTheOrder(jobs: Int) async {
    var results: [Int] = []
    let isStopped = await inOrder(Array(0..<50), jobs: jobs, isStopped: never) { number in
      var sum = 0
      for value in 0..<(number % 7) * 10_000 { sum &+= value }
      return sum == -1 ? -1 : number * number
    } receive: {
      results.append($0)
    }
    #expect(!isStopped)
    #expect(results == (0..<50).map { $0 * $0 })
  }

  @Test(arguments: [1, 3])
  func atMostJobsItemsRunAtOnce(jobs: Int) async {
    let inWork = Atomic(0)
    let most = Atomic(0)
    _ = await inOrder(Array(0..<40), jobs: jobs, isStopped: never) { _ in
      most.max(inWork.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
      inWork.subtract(1, ordering: .relaxed)
    } receive: { _ in
    }
    #expect((1...jobs).contains(most.load(ordering: .relaxed)))
  }

  @Test func nothingBeginsAfterStopping() async {
    let begun = Atomic(0)
    var received = 0
    @Sendable func isEnough() -> Bool { begun.load(ordering: .relaxed) >= 5 }
    let isStopped = await inOrder(Array(0..<50), jobs: 2, isStopped: isEnough) { _ in
      begun.add(1, ordering: .relaxed)
    } receive: { _ in
      received += 1
    }
    #expect(isStopped)
    #expect((5...7).contains(begun.load(ordering: .relaxed)))
    #expect(received == begun.load(ordering: .relaxed))
  }

  /// Items that wait don't hold up others, but the number of unfinished items is limited. The first items here wait until
  /// one more than `jobs` has begun.
  @Test(arguments: [1, 2]) func waitingItemsDoNotBlockOthers(jobs: Int) async {
    let begun = Atomic(0)
    let underWay = Atomic(0)
    let most = Atomic(0)
    let alone = Atomic(0)
    var results: [Int] = []
    let isStopped = await inOrder(
      Array(0..<12), jobs: jobs, isStopped: { false },
      begin: { number in
        most.max(underWay.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
        begun.add(1, ordering: .sequentiallyConsistent)
        if number % 5 == 4 {
          underWay.subtract(1, ordering: .relaxed)
          return .done(number)
        }
        return .left {
          if number < jobs {
            var patience = 60_000
            while begun.load(ordering: .sequentiallyConsistent) <= jobs, patience > 0 {
              usleep(1000)
              patience -= 1
            }
            if patience == 0 { alone.add(1, ordering: .relaxed) }
          }
          usleep(5000)
          underWay.subtract(1, ordering: .relaxed)
          return number
        }
      }, receive: { results.append($0) })
    #expect(!isStopped && results == Array(0..<12))
    #expect((jobs + 1...2 * jobs).contains(most.load(ordering: .relaxed)))
    #expect(alone.load(ordering: .relaxed) == 0)
  }
}
