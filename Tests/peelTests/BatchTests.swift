import Glibc
import Synchronization
import Testing

@testable import peel

@Suite struct BatchTests {
  @Test(arguments: [1, 2, 7, 100])
  func resultsKeepTheOrder(jobs: Int) async {
    var results: [Int] = []
    let isStopped = await inOrder(Array(0..<50), jobs: jobs, isStopped: { false }) { number in
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
  func noMoreThanJobsAreInWork(jobs: Int) async {
    let inWork = Atomic(0)
    let most = Atomic(0)
    _ = await inOrder(Array(0..<40), jobs: jobs, isStopped: { false }) { _ in
      most.max(inWork.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
      inWork.subtract(1, ordering: .relaxed)
    } receive: { _ in
    }
    #expect((1...jobs).contains(most.load(ordering: .relaxed)))
  }

  @Test func nothingBeginsOnceStopped() async {
    let begun = Atomic(0)
    var received = 0
    let isStopped = await inOrder(Array(0..<50), jobs: 2, isStopped: { begun.load(ordering: .relaxed) >= 5 }) { _ in
      begun.add(1, ordering: .relaxed)
    } receive: { _ in
      received += 1
    }
    #expect(isStopped)
    #expect((5...7).contains(begun.load(ordering: .relaxed)))
    #expect(received == begun.load(ordering: .relaxed))
  }

  /// What waits holds up no other item, yet only so many wait.
  @Test(arguments: [1, 2]) func othersWorkWhileSomeWait(jobs: Int) async {
    let waiting = Atomic(0)
    let most = Atomic(0)
    let together = Atomic(0)
    var results: [Int] = []
    let isStopped = await inOrder(
      Array(0..<12), jobs: jobs, isStopped: { false },
      begin: { number in
        together.max(waiting.load(ordering: .relaxed), ordering: .relaxed)
        if number % 5 == 4 { return .done(number) }
        return .left {
          most.max(waiting.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
          usleep(number == 0 ? 50_000 : 5_000)
          waiting.subtract(1, ordering: .relaxed)
          return number
        }
      }, receive: { results.append($0) })
    #expect(!isStopped && results == Array(0..<12))
    #expect((1...2 * jobs).contains(most.load(ordering: .relaxed)))
    #expect(together.load(ordering: .relaxed) > 0)
  }
}
