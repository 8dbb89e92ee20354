import PeelImaging

/// Everything that can happen to the workbench: what a person does, and the results of effects.
package enum Action: Equatable, Sendable {
  /// A key, whose meaning depends on what fills the screen.
  case key(Key)
  case choose(Quad.Corner)
  case cycleCorner(by: Int)
  case cycleSide(by: Int)
  /// Moves by steps of a photo pixel, or of a tenth while steps are fine.
  case nudge(x: Int, y: Int)
  /// Moves by tenths of a photo pixel.
  case nudgeFinely(x: Int, y: Int)
  /// Makes the next nudge fine; makes all fine, or none.
  case fineStep, toggleFineSteps
  case snap, snapAll
  case cycleOutline(by: Int)
  case addOutline, removeOutline
  case detectAnew
  case turn
  case swapCrop
  case cycleFilm
  case cycleWhiteBalance
  /// In tenths of a percent.
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
  /// A photo was read, and its prints if a person accepted them before.
  case loaded(item: Int, LoadedPhoto, kept: Kept?)
  case failed(item: Int, Sentence)
  case detected(item: Int, Detected)
  /// The corners after snapping; nil if there is no edge near enough.
  case snapped(SnapOrder, Quad?)
  case developed(PreviewOrder, Result<Preview, Sentence>)
  case measured(PreviewOrder, Measure?)
  case exported(ExportOrder, Result<[ExportedFile], Sentence>)
  /// Whether an item's accepted prints are on disk, with a note if they aren't beside the photo.
  case kept(item: Int, Result<Sentence?, Sentence>)
  /// The accepted prints of items that haven't been opened.
  case recalled([Int: Kept])
  case ranked([RankedBurst])
}

extension Action {
  /// Whether a person did this, rather than the terminal or an effect's result.
  var isOfPerson: Bool {
    switch self {
    case .resized, .loaded, .failed, .detected, .snapped, .developed, .measured, .exported, .kept, .recalled, .ranked:
      false
    case .key, .choose, .cycleCorner, .cycleSide, .nudge, .nudgeFinely, .fineStep, .toggleFineSteps, .snap, .snapAll,
      .cycleOutline, .addOutline, .removeOutline, .detectAnew, .turn, .swapCrop, .cycleFilm, .cycleWhiteBalance,
      .changeClip, .copySettings, .pasteSettings, .accept, .acceptSure, .revert, .export, .exportAccepted, .goOn,
      .goToFirst, .goToLast, .undo, .redo, .cycleShow, .zoom, .fit, .toggleLoupe, .filter, .type, .erase, .endTyping,
      .showBursts, .closeBursts, .chooseShot, .chooseBurst, .takeShot, .showHelp, .mouse, .redraw, .suspend, .leave:
      true
    }
  }
}

/// A message to the person.
package struct Sentence: Error, Equatable, Sendable {
  package var text: String

  package init(_ text: String) { self.text = text }
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
