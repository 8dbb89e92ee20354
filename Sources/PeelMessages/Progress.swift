import PeelFiles
import PeelScanning
import Synchronization

/// The progress of a batch: a bar if standard error is a terminal, otherwise a line every ten seconds.
package final class Progress: Sendable {
  /// Where progress is shown.
  package struct Display: Sendable {
    /// The terminal's width; nil if there is no terminal.
    var columns: @Sendable () -> Int?
    var write: @Sendable (String) -> Void
    /// The time in seconds.
    var now: @Sendable () -> Double

    package static var standardError: Display {
      let start = ContinuousClock.now
      let isTerminal = StandardStream.error.isTerminal
      return Display(
        columns: { isTerminal ? StandardStream.error.columns ?? 80 : nil },
        write: { StandardStream.error.write($0) }, now: { (ContinuousClock.now - start) / .seconds(1) })
    }
  }

  private struct State {
    var done = 0
    var toReview = 0
    /// The name of the photo begun last.
    var name = ""
    var pace: Pace
    /// When the state was shown last, in seconds.
    var shown: Double
  }

  private let count: Int
  private let display: Display
  private let isTerminal: Bool
  private let state: Mutex<State>

  /// The time between two lines, and between two states of the bar, in seconds.
  private static let lineInterval = 10.0, barInterval = 0.1
  /// The bar's length in cells.
  private static let barLength = 20

  /// - Parameter count: the number of photos. For fewer than two, nothing is shown.
  package init(count: Int, display: Display = .standardError) {
    self.count = count
    self.display = display
    isTerminal = display.columns() != nil
    let now = display.now()
    state = Mutex(State(pace: Pace(time: now), shown: isTerminal ? now - Self.barInterval : now))
  }

  /// Notes that a photo was begun.
  package func begin(_ photo: Path) {
    state.withLock {
      $0.name = photo.shownName
      show(&$0)
    }
  }

  /// Notes that a photo is done.
  package func end(needsReview: Bool = false) {
    state.withLock {
      $0.done += 1
      if needsReview { $0.toReview += 1 }
      $0.pace.mark($0.done, time: display.now())
      show(&$0)
    }
  }

  /// Clears the bar and lets `body` write to the terminal.
  package func interrupt(_ body: () -> Void) {
    state.withLock {
      if isTerminal, count > 1 { display.write("\r\u{1b}[K") }
      body()
      // The bar returns with the next event.
      if isTerminal { $0.shown = display.now() - Self.barInterval }
    }
  }

  /// Clears the bar.
  package func clear() { interrupt {} }

  /// The time since the start, in seconds.
  package var elapsed: Double { display.now() }

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
  /// A rate in words: how many per second or, if less than one, how long each takes.
  fileprivate var inWords: String {
    self >= 1 ? "\(rounded(to: 1) ?? "0") per second" : "\((1 / self).rounded(to: 1) ?? "0") s each"
  }
}

extension String {
  /// As much of the text as is sure to fit. Outside ASCII, a character may take two columns.
  fileprivate func prefix(columns: Int) -> Substring {
    var left = columns
    return prefix { character in
      left -= character.isASCII ? 1 : 2
      return left >= 0
    }
  }
}
