import PeelImaging

/// Everything that can happen to the workbench.
package enum Action: Equatable, Sendable {
  /// A key, whose command depends on what the screen shows.
  case key(Key)
  case command(Command)
  case mouse(Mouse)
  /// Text was pasted into the terminal.
  case paste(String)

  /// The terminal has a new size, in cells.
  case resized(columns: Int, rows: Int)
  /// Time passed. Wanted regularly while `isWobbling`.
  case ticked
  /// Drafts are to be kept: an action that `mayChangePrints` was some time ago.
  case draftsDue
  /// Photos changed on disk.
  case rolled(RollChanges)
  /// So many parts of the work are done, of `of` if that is known.
  case progressed(Ticket, done: Int, of: Int?)
  /// Work is done, or why it couldn't be.
  case answer(Ticket, Result<Answer, Sentence>)

  /// Whether a person caused the action, not the terminal or work that ended.
  var isOfPerson: Bool {
    switch self {
    case .key, .command, .mouse, .paste: true
    case .resized, .ticked, .draftsDue, .rolled, .progressed, .answer: false
    }
  }

  /// Whether it may have changed prints that aren't accepted yet.
  package var mayChangePrints: Bool {
    switch self {
    case .answer(_, .success(.snapped)), .answer(_, .success(.detected)): true
    default: isOfPerson
    }
  }
}

/// A message to the person.
package struct Sentence: Error, Equatable, Sendable {
  package var text: String

  package init(_ text: String) { self.text = text }
}

/// The scans of an item after an export.
package struct ExportedScans: Equatable, Sendable {
  package var files: [ExportedFile]
  /// The names of scans that an earlier export made, and this one didn't make again.
  package var leftovers: [String]

  package init(_ files: [ExportedFile], leftovers: [String] = []) {
    self.files = files
    self.leftovers = leftovers
  }
}

/// A file written by an export.
package struct ExportedFile: Equatable, Sendable {
  package var name: String
  package var folder: String
  /// The picture's size, in pixels.
  package var width: Int
  package var height: Int

  package init(name: String, folder: String, width: Int, height: Int) {
    self.name = name
    self.folder = folder
    self.width = width
    self.height = height
  }
}
