/// Tells the orders of a session apart.
package struct Ticket: Hashable, Sendable {
  let number: Int
}

/// An order that is under way, and the ticket that its answer bears.
package struct Job: Equatable, Sendable {
  package let ticket: Ticket
  package let order: Order
  /// What of the answer is of no use; nil if all of it is.
  var doubt: Doubt?
  /// How far it is; nil if it hasn't told.
  var progress: Progress?

  /// The parts that are done, and of how many, if known.
  struct Progress: Equatable, Sendable {
    let done: Int
    let count: Int?
  }

  /// Why part of an answer about a photo is of no use: something changed since the order was given.
  enum Doubt: Equatable, Sendable {
    /// Prints were saved, so that a sidecar that was read may be an older one.
    case sidecar
    /// The photo changed on disk.
    case photo
  }
}

/// The orders that aren't answered yet, oldest first: the only record of what is under way.
package struct Jobs: Sendable {
  package private(set) var running: [Job] = []
  /// The orders that haven't been handed out.
  private var new: [Job] = []
  private var count = 0

  var orders: [Order] { running.map(\.order) }

  mutating func start(_ order: Order) -> Ticket {
    count += 1
    let job = Job(ticket: Ticket(number: count), order: order)
    running.removeAll { order.replaces($0.order) }
    if order.isAnswered { running.append(job) }
    new.append(job)
    return job.ticket
  }

  /// The orders that were given since this was called last.
  mutating func takeNew() -> [Job] {
    defer { new = [] }
    return new
  }

  /// Ends an order that is answered, or whose answer isn't wanted any more.
  ///
  /// - Returns: the job; nil if it ended before.
  @discardableResult
  mutating func end(_ ticket: Ticket) -> Job? {
    running.firstIndex { $0.ticket == ticket }.map { running.remove(at: $0) }
  }

  /// Doubts the answers to come to some orders. A doubt about a photo is the graver one.
  mutating func doubt(_ doubt: Job.Doubt, where matches: (Order) -> Bool) {
    for index in running.indices where matches(running[index].order) && running[index].doubt != .photo {
      running[index].doubt = doubt
    }
  }

  /// Notes how far an order is. One that ended is left.
  mutating func note(_ progress: Job.Progress, of ticket: Ticket) {
    for index in running.indices where running[index].ticket == ticket { running[index].progress = progress }
  }

  /// How far an order is that is under way; nil if it hasn't told.
  func progress(where matches: (Job) -> Bool) -> Job.Progress? { running.first(where: matches)?.progress }

  func contains(_ ticket: Ticket?) -> Bool { running.contains { $0.ticket == ticket } }

  func contains(where matches: (Order) -> Bool) -> Bool { running.contains { matches($0.order) } }

  /// The order that has a ticket; nil if it ended.
  package func order(of ticket: Ticket) -> Order? { running.first { $0.ticket == ticket }?.order }
}

extension Order {
  /// Whether another order needn't be answered any more.
  fileprivate func replaces(_ other: Order) -> Bool {
    if case (.fit, .fit) = (self, other) { return true }
    if case (.measure, .measure) = (self, other) { return true }
    return false
  }
}
