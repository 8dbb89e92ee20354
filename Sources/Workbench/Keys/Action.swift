import Imaging

/// All that can happen to the workbench: what a person wants, and what comes back from effects.
public enum Action: Equatable, Sendable {
  case choose(Quad.Corner)
  case cycleCorner(by: Int)
  case cycleSide(by: Int)
  /// In steps: a step is a photo pixel, or a tenth of one while steps are fine.
  case nudge(x: Int, y: Int)
  case toggleFineSteps
  case cycleOutline(by: Int)
  case addOutline, removeOutline
  case turn
  case cycleFilm
  case accept
  case export
  case goOn(by: Int)
  case goToFirst, goToLast
  case undo, redo
  case cycleShow
  case zoom(by: Int)
  case fit
  case toggleLoupe
  case showBursts, closeBursts
  case chooseShot(by: Int), chooseBurst(by: Int)
  case takeShot
  case toggleHelp
  case dismiss
  case redraw, suspend, leave

  /// The terminal's size in cells.
  case resized(columns: Int, rows: Int)
  /// No key for a while: what was nudged until now is one step of undo.
  case rested
  case loaded(photo: Int, LoadedPhoto)
  case failed(photo: Int, Sentence)
  case detected(photo: Int, Detected)
  case developed(PreviewOrder, Result<Preview, Sentence>)
  case exported(ExportOrder, Result<[ExportedFile], Sentence>)
  case ranked([RankedBurst])
}

/// What is said to a person.
public struct Sentence: Error, Equatable, Sendable {
  public var text: String

  public init(_ text: String) { self.text = text }
}

/// A file that an export has written.
public struct ExportedFile: Equatable, Sendable {
  public var name: String
  public var folder: String
  /// Of the picture, in pixels.
  public var width: Int
  public var height: Int

  public init(name: String, folder: String, width: Int, height: Int) {
    self.name = name
    self.folder = folder
    self.width = width
    self.height = height
  }
}
