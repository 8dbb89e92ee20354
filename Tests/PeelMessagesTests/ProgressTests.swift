import PeelFiles
import PeelScanning
import Synchronization
import Testing

@testable import PeelMessages

@Suite struct ProgressTests {
  @Test(arguments: [
    (0.0, "0:00"), (59.4, "0:59"), (59.5, "1:00"), (185, "3:05"), (3600, "1:00:00"), (7385, "2:03:05"), (-3, "0:00"),
    (.infinity, "277777:46:40"),
  ])
  func secondsAsAClock(_ seconds: Double, clock: String) {
    #expect(Pace.clock(seconds) == clock)
  }

  /// A thousand photos of an earlier run go by in a second. After half a minute they no longer affect the rate.
  @Test func theRateIsRecent() {
    var pace = Pace(time: 0)
    #expect(pace.rate == nil)
    pace.mark(1000, time: 1)
    #expect(pace.rate == 1000)
    for second in 2...60 { pace.mark(1000 + 2 * second, time: Double(second)) }
    #expect(pace.rate == 2)
  }

  /// The progress shown for photos that take two seconds each.
  private func shown(columns: Int?, count: Int = 20) -> [String] {
    let time = Atomic(0)
    let lines = Mutex<[String]>([])
    let display = Progress.Display(
      columns: { columns }, write: { line in lines.withLock { $0.append(line) } },
      now: { Double(time.load(ordering: .relaxed)) })
    let progress = Progress(count: count, display: display)
    for number in 0..<count {
      progress.begin(Path("roll/photo\u{1b} \(number).jpg"))
      time.add(2, ordering: .relaxed)
      progress.end(needsReview: number % 4 == 0)
    }
    progress.clear()
    return lines.withLock { $0 }
  }

  @Test func progressIsLoggedEveryTenSecondsWithoutATerminal() {
    #expect(
      shown(columns: nil) == [
        "peel: 5 of 20, 2 s each, 0:30 left, 2 to review, photo\\u{1b} 4.jpg\n",
        "peel: 10 of 20, 2 s each, 0:20 left, 3 to review, photo\\u{1b} 9.jpg\n",
        "peel: 15 of 20, 2 s each, 0:10 left, 4 to review, photo\\u{1b} 14.jpg\n",
        "peel: 20 of 20, 2 s each, 0:00 left, 5 to review, photo\\u{1b} 19.jpg\n",
      ])
  }

  @Test func aTerminalShowsABar() {
    let lines = shown(columns: 200)
    #expect(lines.first == "\r[                    ] 0 of 20, 0 to review, photo\\u{1b} 0.jpg\u{1b}[K")
    #expect(
      lines.contains("\r[==========          ] 10 of 20, 2 s each, 0:20 left, 3 to review, photo\\u{1b} 9.jpg\u{1b}[K"))
    #expect(lines.last == "\r\u{1b}[K")
    for line in shown(columns: 30) { #expect(line.count <= 30 + "\r\u{1b}[K".count - 1, "\(line)") }
  }

  @Test(arguments: [(0.25, "4 per second"), (0.3, "3.3 per second"), (1, "1 per second"), (2.5, "2.5 s each")])
  func theRateIsInWords(_ seconds: Double, words: String) {
    let time = Mutex(0.0)
    let lines = Mutex<[String]>([])
    let display = Progress.Display(
      columns: { 200 }, write: { line in lines.withLock { $0.append(line) } }, now: { time.withLock { $0 } })
    let progress = Progress(count: 2, display: display)
    time.withLock { $0 = seconds }
    progress.end()
    #expect(lines.withLock { $0.last?.contains("] 1 of 2, \(words), ") } == true)
  }

  @Test func aSinglePhotoShowsNoProgress() {
    #expect(shown(columns: nil, count: 1) == [] && shown(columns: 80, count: 1) == [])
  }
}
