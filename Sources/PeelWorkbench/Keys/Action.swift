import PeelImaging

/// All that can happen to the workbench: what a person wants, and what comes back from effects.
public enum Action: Equatable, Sendable {
  case choose(Quad.Corner)
  case cycleCorner(by: Int)
  case cycleSide(by: Int)
  /// In steps: a step is a photo pixel, or a tenth of one while steps are fine.
  case nudge(x: Int, y: Int)
  /// In tenths of a photo pixel.
  case nudgeFinely(x: Int, y: Int)
  /// The next nudge is fine, or all are until the next of this.
  case fineStep, toggleFineSteps
  case snap, snapAll
  case cycleOutline(by: Int)
  case addOutline, removeOutline
  case detectAnew
  case turn
  case swapCrop
  case cycleFilm
  case cycleWhiteBalance
  /// In steps of a tenth of a percent.
  case changeClip(by: Int)
  case copySettings, pasteSettings
  case accept, acceptSure, revert
  case export, exportAccepted
  case goOn(by: Int)
  case goToFirst, goToLast
  case undo, redo
  case cycleShow
  case zoom(by: Int)
  case fit
  case toggleLoupe
  case filter, type(Character), erase, endTyping
  case showBursts, closeBursts
  case chooseShot(by: Int), chooseBurst(by: Int)
  case takeShot
  case showHelp
  case mouse(Mouse)
  case redraw, suspend, leave

  /// The terminal's size in cells.
  case resized(columns: Int, rows: Int)
  /// A decoded photo, with its prints where a person has accepted them before.
  case loaded(photo: Int, LoadedPhoto, kept: Kept?)
  case failed(photo: Int, Sentence)
  case detected(photo: Int, Detected)
  case developed(PreviewOrder, Result<Preview, Sentence>)
  case measured(PreviewOrder, Measure?)
  case exported(ExportOrder, Result<[ExportedFile], Sentence>)
  /// Whether the accepted prints of a photo are on disk; what there is to say of where.
  case kept(photo: Int, Result<Sentence?, Sentence>)
  /// The accepted prints of photos that nobody has opened yet.
  case recalled([Int: Kept])
  case ranked([RankedBurst])
}

extension Action {
  /// Whether a person did this, rather than the terminal or an effect.
  var isOfPerson: Bool {
    switch self {
    case .resized, .loaded, .failed, .detected, .developed, .measured, .exported, .kept, .recalled, .ranked: false
    case .choose, .cycleCorner, .cycleSide, .nudge, .nudgeFinely, .fineStep, .toggleFineSteps, .snap, .snapAll,
      .cycleOutline, .addOutline, .removeOutline, .detectAnew, .turn, .swapCrop, .cycleFilm, .cycleWhiteBalance,
      .changeClip, .copySettings, .pasteSettings, .accept, .acceptSure, .revert, .export, .exportAccepted, .goOn,
      .goToFirst, .goToLast, .undo, .redo, .cycleShow, .zoom, .fit, .toggleLoupe, .filter, .type, .erase, .endTyping,
      .showBursts, .closeBursts, .chooseShot, .chooseBurst, .takeShot, .showHelp, .mouse, .redraw, .suspend, .leave:
      true
    }
  }
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
