import Imaging

/// What a person does to the outlines of the photo in hand.
extension Model {
  mutating func adjust(_ action: Action) {
    switch action {
    case .undo, .redo: travel(action)
    case .accept: accept()
    case .toggleFineSteps: isFine.toggle()
    case .choose(let corner): choose(.corner(corner))
    case .cycleCorner(let step): choose(handle.nextCorner(by: step))
    case .cycleSide(let step): choose(handle.nextSide(by: step))
    case .nudge(let x, let y): nudge(x, y)
    case .cycleOutline(let step): cycleOutline(by: step)
    case .addOutline: addOutline()
    case .removeOutline: removeOutline()
    case .turn: change { $0.turn = ($0.turn + 1) % 4 }
    case .cycleFilm: cycleFilm()
    case .export, .goOn, .goToFirst, .goToLast, .cycleShow, .zoom, .fit, .toggleLoupe, .showBursts, .closeBursts,
      .chooseShot, .chooseBurst, .takeShot, .toggleHelp, .dismiss, .redraw, .suspend, .leave, .resized, .rested,
      .loaded, .failed, .detected, .developed, .exported, .ranked:
      break
    }
  }

  private mutating func choose(_ handle: Handle) {
    self.handle = handle
    history.close()
  }

  private func sheet(changed change: (inout Sheet) -> Void) -> Sheet {
    var sheet = item.sheet
    change(&sheet)
    return sheet
  }

  private mutating func record(_ after: Sheet, joining handle: Handle? = nil) {
    history.record(History.Step(photo: current, before: item.sheet, after: after), joining: handle)
    roll[current].sheet = after
  }

  /// Changes the chosen outline, which makes it a print to export.
  private mutating func change(joining handle: Handle? = nil, _ change: (inout Outline) -> Void) {
    guard outline != nil else { return }
    record(
      sheet { sheet in
        change(&sheet.outlines[sheet.chosen])
        sheet.take()
      }, joining: handle)
  }

  /// Photo pixels of a step.
  var step: Double { isFine ? 0.1 : 1 }

  private mutating func nudge(_ x: Int, _ y: Int) {
    guard let photo = item.photo else { return }
    let (width, height) = (Double(photo.photo.width), Double(photo.photo.height))
    /// A print may leave the photo, but by no more than the photo's size. Tenths are kept exact.
    func held(_ place: Double, _ size: Double) -> Double {
      (min(max(place, -size), 2 * size) * 1000).rounded() / 1000
    }
    let (handle, step) = (handle, step)
    change(joining: handle) { outline in
      for corner in handle.corners {
        let p = outline.quad[corner]
        outline.quad[corner] = Point(held(p.x + Double(x) * step, width), held(p.y + Double(y) * step, height))
      }
    }
  }

  private mutating func cycleOutline(by step: Int) {
    let count = item.sheet.outlines.count
    guard count > 1 else {
      message = Message(kind: .note, text: "there is no other outline; a adds one")
      return
    }
    record(sheet { $0.chosen = (($0.chosen + step) % count + count) % count })
  }

  private mutating func addOutline() {
    guard let photo = item.photo?.photo, item.detected != nil else { return }
    record(
      sheet { sheet in
        sheet.outlines.append(.inset(inPhotoOf: photo.width, photo.height))
        sheet.chosen = sheet.outlines.count - 1
      })
    message = Message(kind: .note, text: "a new outline: move its corners to a print")
  }

  private mutating func removeOutline() {
    guard outline != nil else { return }
    record(
      sheet { sheet in
        sheet.outlines.remove(at: sheet.chosen)
        sheet.chosen = max(0, min(sheet.chosen, sheet.outlines.count - 1))
      })
    message = Message(kind: .note, text: "outline removed; u brings it back")
  }

  private mutating func cycleFilm() {
    change { outline in
      let place = outline.film.flatMap { FilmFormat.all.firstIndex(of: $0) }
      let next = place.map { $0 + 1 } ?? 0
      outline.film = FilmFormat.all.indices.contains(next) ? FilmFormat.all[next] : nil
    }
    message = Message(kind: .note, text: "film: \(outline?.film?.title ?? "any")")
  }

  /// Takes the chosen outline for a print, then goes on.
  private mutating func accept() {
    if outline != nil, item.detected != nil { record(sheet { $0.take() }) }
    let next = place(by: 1)
    if roll.indices.contains(next) {
      go(to: next)
    } else {
      message = Message(kind: .note, text: "taken; this is the last photo")
    }
  }

  private mutating func travel(_ action: Action) {
    let isUndo = action == .undo
    guard let step = isUndo ? history.undo() : history.redo() else {
      message = Message(kind: .note, text: isUndo ? "nothing to undo" : "nothing to redo")
      return
    }
    if step.photo != current { go(to: step.photo) }
    roll[step.photo].sheet = isUndo ? step.before : step.after
  }
}
