/// How far a batch is, on one line of standard error that is written over, and only if that is a terminal.
struct Progress {
  let count: Int
  private(set) var done = 0
  private let isShown: Bool

  init(count: Int) {
    self.count = count
    isShown = StandardStream.messages.isTerminal && count > 1
  }

  /// Clears the line, lets `write` have the terminal, and draws the line anew.
  mutating func advance(_ write: () -> Void) {
    clear()
    write()
    done += 1
    if isShown, done < count { StandardStream.messages.write("\(done) of \(count)\r") }
  }

  func clear() {
    if isShown { StandardStream.messages.write("\u{1b}[K") }
  }
}
