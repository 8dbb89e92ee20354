import PeelWorkbench

@testable import PeelTerminal

/// A decoder at one end of a line that may delay each byte, and a terminal at the other.
struct SlowLine {
  typealias Instant = ContinuousClock.Instant

  /// Who answers where the cursor is.
  enum Answerer: CaseIterable {
    case terminal
    /// A program at the decoder's end, such as mosh.
    case neighbour
    case none
  }

  let answerer: Answerer
  /// How long each byte takes.
  let latency: Duration
  private(set) var now = Instant.now
  private(set) var inputs: [(input: Input, at: Instant)] = []
  private var decoder = KeyDecoder()
  private var questions = OpenQuestions()
  /// What was sent when, and how much later than the byte before it arrives.
  private var sent: [(byte: UInt8, at: Instant, pause: Duration)] = []
  private var last: Instant

  init(_ answerer: Answerer, latency: Duration = .zero) {
    (self.answerer, self.latency) = (answerer, latency)
    last = now
  }

  /// The inputs without their times.
  var decoded: [Input] { inputs.map(\.input) }

  /// Sends bytes now.
  ///
  /// - Parameter pause: how long a byte is held up, by its place.
  mutating func send(_ text: String, pause: (Int) -> Duration) {
    sent += text.utf8.enumerated().map { ($0.element, now, pause($0.offset)) }
  }

  /// Lets time pass.
  mutating func pass(_ time: Duration) {
    let end = now + time
    while true {
      let arrival = sent.first.map { max(now, last + $0.pause, $0.at + latency) }
      let deadline = decoder.deadline(after: now)
      guard let next = [arrival, deadline].compactMap(\.self).min(), next <= end else { break }
      now = next
      if next == arrival {
        last = now
        decoder.append(sent.removeFirst().byte, at: now)
      } else {
        decoder.wait(until: now)
        if decoder.doubts(at: now), !questions.isOpen(at: now) { ask() }
      }
      inputs += decoder.inputs().map { ($0, now) }
      for answer in decoder.answers { questions.note(answer) }
      decoder.answers = []
    }
    now = end
  }

  private mutating func ask() {
    questions.ask(at: now)
    let answer = Array("\u{1B}[12;5R".utf8)
    switch answerer {
    case .none: break
    case .neighbour: sent.insert(contentsOf: answer.map { ($0, now - latency, .zero) }, at: 0)
    case .terminal:
      let place = sent.firstIndex { $0.at > now + latency } ?? sent.count
      sent.insert(contentsOf: answer.map { ($0, now + latency, .zero) }, at: place)
    }
  }
}
