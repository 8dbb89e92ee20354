/// Tells the orders of a session apart.
package struct Ticket: Hashable, Sendable {
  let number: Int
}

/// An order and the ticket that its answer bears.
package struct Job: Equatable, Sendable {
  package let ticket: Ticket
  package let order: Order
}

/// The orders that aren't answered yet, oldest first: the only record of what is under way.
package struct Jobs: Sendable {
  package private(set) var running: [Job] = []
  private var count = 0

  var orders: [Order] { running.map(\.order) }

  /// Gives an order a ticket.
  mutating func start(_ order: Order) -> Job {
    count += 1
    let job = Job(ticket: Ticket(number: count), order: order)
    running.removeAll { order.replaces($0.order) }
    if order.isAnswered { running.append(job) }
    return job
  }

  /// Ends an order that is answered, or whose answer isn't wanted any more.
  ///
  /// - Returns: the order; nil if it ended before.
  @discardableResult
  mutating func end(_ ticket: Ticket) -> Order? {
    running.firstIndex { $0.ticket == ticket }.map { running.remove(at: $0).order }
  }

  func contains(_ ticket: Ticket?) -> Bool { running.contains { $0.ticket == ticket } }

  func contains(where matches: (Order) -> Bool) -> Bool { running.contains { matches($0.order) } }
}

extension Order {
  /// Whether another order needn't be answered any more.
  fileprivate func replaces(_ other: Order) -> Bool {
    if case (.fit, .fit) = (self, other) { return true }
    if case (.measure, .measure) = (self, other) { return true }
    return false
  }
}
