import PeelImaging

/// How the current photo and its scan are shown, and what a person holds there.
package struct Desk: Sendable {
  package enum Show: Equatable, Sendable { case photo, both, print }

  /// How far a nudge moves.
  package enum Pace: Equatable, Sendable {
    case whole
    /// A tenth of a pixel, once or until changed.
    case tenthOnce, tenth
  }

  package internal(set) var handle = Handle.corner(.topLeft)
  /// What a person chose to see; nil to show what fits.
  var chosenShow: Show?
  /// The magnification, as a power of the square root of two; at 0 the whole photo fits.
  package internal(set) var zoom = 0
  /// The scan's magnification, likewise, and the point in the middle, as shares of its size.
  var scanZoom = 0
  var scanFocus = Point(0.5, 0.5)
  package internal(set) var pace = Pace.whole
  package internal(set) var hasLoupe = true
  /// Whether a person wants to see the figures; nil to show them if there is room.
  var showsFigures: Bool?
  /// Whether the current item's candidates are shown.
  package internal(set) var showsCandidates = false
  package internal(set) var proof = Proof()
  var copied: ChosenSettings?
  /// The handle's hold by the mouse; nil if nothing is dragged.
  var grip: Grip?
  /// The corners that snapping would give, if they're so far that the person is asked first.
  var proposal: (order: SnapOrder, quad: Quad)?
  /// Whether the last move by hand made the outline smaller, so that the edge wanted next lies inwards.
  var wasMadeSmaller = false
  /// The snap that is running; nil if there is none.
  var snapping: Snapping?
  /// The edges that the loupe shows.
  var fitting = Fitting()
}

/// The preview of the chosen print, and its figures.
package struct Proof: Equatable, Sendable {
  /// The order that `result` is of.
  var shown: PreviewOrder?
  package var result: Result<Preview, Sentence>?
  /// The order that `measure` is of, or will be.
  var measured: PreviewOrder?
  package var measure: Measure?
}

extension Model {
  package var show: Desk.Show {
    desk.chosenShow ?? (display.columns >= Layout.columnsForAll ? .both : .photo)
  }

  mutating func apply(_ command: DeskCommand) {
    switch command {
    case .choose(let handle): choose(handle)
    case .cycleCorner(let step): choose(desk.handle.nextCorner(by: step))
    case .cycleSide(let step): choose(desk.handle.nextSide(by: step))
    case .nudge(let x, let y): nudge(x, y, finely: desk.pace != .whole)
    case .nudgeFinely(let x, let y): nudge(x, y, finely: true)
    case .nudgeByCells(let x, let y): nudgeByCells(x, y)
    case .fineStep: desk.pace = desk.pace == .tenthOnce ? .whole : .tenthOnce
    case .toggleFineSteps: desk.pace = desk.pace == .tenth ? .whole : .tenth
    case .toggleRectangle: toggleRectangle()
    case .openRulers: openRulers()
    case .snap: snap(desk.handle)
    case .snapAll: snap(.outline)
    case .cycleOutline(let step): cycleOutline(by: step)
    case .addOutline: addOutline()
    case .leaveOut: leaveOut()
    case .toggleCandidates: toggleCandidates()
    case .detectAgain: detectAgain()
    case .reload: reload()
    case .turn: turn()
    case .swapCrop: swapCrop()
    case .cycleFilm: cycleFilm()
    case .cycleWhiteBalance: cycleWhiteBalance()
    case .changeClip(let step): changeClip(by: step)
    case .copySettings: copySettings()
    case .pasteSettings: pasteSettings()
    case .accept: accept()
    case .acceptSure: acceptSure()
    case .clear: clear()
    case .revert: revert()
    case .undo: travel(isUndo: true)
    case .redo: travel(isUndo: false)
    case .export: export()
    case .exportAccepted: exportAccepted()
    case .goOn(let step): go(by: step)
    case .goToReview(let step): goToReview(by: step)
    case .goToFirst: if let first = listed.first { go(to: first) }
    case .goToLast: if let last = listed.last { go(to: last) }
    case .cycleShow: cycleShow()
    case .zoom(let step): zoom(by: 2 * step)
    case .fit: if show == .print { desk.scanZoom = 0 } else { desk.zoom = 0 }
    case .mark: mark()
    case .markRange: markRange()
    case .toggleLoupe: desk.hasLoupe.toggle()
    case .toggleFigures: toggleFigures()
    case .filter: openFilter()
    case .endFilter: endFilter()
    case .showBursts: showBursts()
    case .showDepth: showDepth()
    case .showTable: showTable()
    case .view: ask(.view(item: current))
    case .askName: open(.entry(.name, item.title))
    case .askDate: ask(for: .taken, settings?.taken?.text)
    case .askCaption: ask(for: .caption, settings?.caption?.text)
    case .askKeywords: ask(for: .keywords, settings?.keywords?.map(\.text).joined(separator: ", "))
    case .toggleRestoration: toggleRestoration()
    case .toggleCurl: toggleCurl()
    }
  }

  private mutating func toggleFigures() {
    let wish = layout.inspector == nil
    desk.showsFigures = wish
    if wish, layout.inspector == nil { message = note("this window is too narrow for the facts beside the photo") }
  }

  private mutating func cycleShow() {
    desk.chosenShow =
      switch show {
      case .photo: .both
      case .both: .print
      case .print: .photo
      }
  }
}
