import Synchronization

/// How far a batch is: a bar on a terminal, written over as it goes, and elsewhere a line now and then.
final class Progress: Sendable {
  /// Where it is shown.
  struct Display: Sendable {
    /// nil where there is no terminal.
    var columns: @Sendable () -> Int?
    var write: @Sendable (String) -> Void
    /// Seconds.
    var now: @Sendable () -> Double

    /// Standard error.
    static var messages: Display {
      let start = ContinuousClock.now
      let isTerminal = StandardStream.messages.isTerminal
      return Display(
        columns: { isTerminal ? StandardStream.messages.columns ?? 80 : nil },
        write: { StandardStream.messages.write($0) }, now: { (ContinuousClock.now - start) / .seconds(1) })
    }
  }

  private struct State {
    var done = 0
    var toReview = 0
    /// The photo that was begun last.
    var name = ""
    var pace: Pace
    /// Seconds.
    var shown: Double
  }

  private let count: Int
  private let display: Display
  private let isTerminal: Bool
  private let state: Mutex<State>

  /// Seconds between two lines, and between two states of the bar.
  private static let lineInterval = 10.0, barInterval = 0.1
  /// Cells between the bar's ends.
  private static let barLength = 20

  /// - Parameter count: of photos in all; a single one shows nothing.
  init(count: Int, display: Display = .messages) {
    self.count = count
    self.display = display
    isTerminal = display.columns() != nil
    let now = display.now()
    state = Mutex(State(pace: Pace(time: now), shown: isTerminal ? now - Self.barInterval : now))
  }

  func begin(_ photo: Path) {
    state.withLock {
      $0.name = Path(bytes: photo.name).shown
      show(&$0)
    }
  }

  func end(needsReview: Bool = false) {
    state.withLock {
      $0.done += 1
      if needsReview { $0.toReview += 1 }
      $0.pace.mark($0.done, time: display.now())
      show(&$0)
    }
  }

  /// Clears the bar and lets `body` write to the terminal.
  func interrupt(_ body: () -> Void) {
    state.withLock {
      if isTerminal, count > 1 { display.write("\r\u{1b}[K") }
      body()
      // The bar comes back with the next event.
      if isTerminal { $0.shown = display.now() - Self.barInterval }
    }
  }

  func clear() { interrupt {} }

  /// Seconds since it began.
  var elapsed: Double { display.now() }

  private func show(_ state: inout State) {
    let now = display.now()
    guard count > 1, now - state.shown >= (isTerminal ? Self.barInterval : Self.lineInterval) else { return }
    state.shown = now
    var facts = ["\(state.done) of \(count)"]
    if let rate = state.pace.rate {
      facts += [rate.inWords, "\(Pace.clock(Double(count - state.done) / rate)) left"]
    }
    facts.append("\(state.toReview) to review")
    guard let columns = display.columns() else {
      return display.write("peel: " + (facts + [state.name]).joined(separator: ", ") + "\n")
    }
    let filled = Self.barLength * state.done / count
    let bar = String(repeating: "=", count: filled) + String(repeating: " ", count: Self.barLength - filled)
    let line = "[\(bar)] " + (facts + [state.name]).joined(separator: ", ")
    display.write("\r\(line.prefix(columns: columns - 1))\u{1b}[K")
  }
}

extension Double {
  /// A rate: how many a second, or when that is less than one, how long each takes.
  fileprivate var inWords: String {
    self >= 1 ? "\(rounded(to: 1) ?? "0") a second" : "\((1 / self).rounded(to: 1) ?? "0") s each"
  }
}

extension String {
  /// As much as surely fits: beyond ASCII, a character may take two columns.
  fileprivate func prefix(columns: Int) -> Substring {
    var left = columns
    return prefix { character in
      left -= character.isASCII ? 1 : 2
      return left >= 0
    }
  }
}
