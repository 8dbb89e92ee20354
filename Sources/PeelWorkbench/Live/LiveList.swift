/// The photos of a folder that came, in their order, and what became of each.
package struct LiveList: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package let name: String
    package internal(set) var outcome: Outcome
  }

  package enum Outcome: Equatable, Sendable {
    /// It wasn't taken.
    case seen
    case withoutPrint
    /// Its prints were written to these scans.
    case taken([String])
    /// It can't be read, or its scans couldn't be written.
    case failed(Sentence)
  }

  package private(set) var entries: [Entry] = []

  /// Notes what became of a photo, in place of what was noted before.
  mutating func note(_ name: String, _ outcome: Outcome) {
    if let index = entries.firstIndex(where: { $0.name == name }) {
      entries[index].outcome = outcome
    } else {
      entries.append(Entry(name: name, outcome: outcome))
    }
  }

  mutating func forget(_ name: String) { entries.removeAll { $0.name == name } }

  /// Why a photo failed; nil if it didn't.
  func fault(of name: String) -> Sentence? {
    for entry in entries where entry.name == name { if case .failed(let reason) = entry.outcome { return reason } }
    return nil
  }

  /// The number of photos that weren't taken.
  var missed: Int { entries.count { if case .taken = $0.outcome { false } else { true } } }
}

extension LiveList.Outcome {
  var words: String {
    switch self {
    case .seen: "not taken; Space takes it while it is shown"
    case .withoutPrint: "not taken: no print found"
    case .taken(let scans): scans.joined(separator: ", ")
    case .failed(let reason): "not taken: \(reason.text)"
    }
  }
}

/// Keeping the list, and what a message about a photo says as long as it holds.
extension LiveModel {
  /// Notes that a photo of a folder is shown. Its shot, if any, comes later.
  mutating func arrived(_ frame: LiveFrame) {
    guard let name = frame.photo else { return }
    settle(name, as: frame.prints.isEmpty ? .withoutPrint : .seen)
  }

  /// Notes what became of a photo. A message that it couldn't be read, or taken, is taken back.
  mutating func settle(_ name: String, as outcome: LiveList.Outcome) {
    takeBackTrouble(of: name)
    list.note(name, outcome)
  }

  /// Notes that a photo can't be read, or taken.
  mutating func refused(_ name: String, _ reason: Sentence) {
    takeBackTrouble(of: name)
    list.note(name, .failed(reason))
    message = trouble(with: name, reason)
  }

  /// Notes that a photo that couldn't be read is gone.
  mutating func forgotten(_ name: String) {
    takeBackTrouble(of: name)
    list.forget(name)
  }

  private mutating func takeBackTrouble(of name: String) {
    if let reason = list.fault(of: name), message == trouble(with: name, reason) { message = nil }
  }

  private func trouble(with name: String, _ reason: Sentence) -> Model.Message {
    Model.Message(kind: .trouble, text: "\(name): \(reason.text)")
  }
}
