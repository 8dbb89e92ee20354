import PeelImaging

/// Changing the settings of the chosen outline.
extension Model {
  var whiteBalance: WhiteBalance { applied(outline?.settings).whiteBalance ?? .auto }
  /// The share of pixels clipped at each end, in percent.
  var clip: Double { applied(outline?.settings).clip ?? 0 }
  var crop: Crop { applied(outline?.settings).crop ?? .print }

  /// A print's settings and, where they choose nothing, those of all prints.
  private func applied(_ settings: PrintSettings?) -> PrintSettings {
    (settings ?? PrintSettings()).following(defaults)
  }

  /// The settings that a change starts from: those of the chosen outline or, if the current item isn't among the marked ones
  /// or has no print, of the first marked one that has.
  var settings: PrintSettings? {
    if roll.marked.isEmpty || roll.marked.contains(current),
      let own = outline?.settings ?? item.sheet.pasted?.settings
    {
      return own
    }
    return roll.sorted(roll.marked).lazy.compactMap { id in
      let sheet = roll[id].sheet
      return sheet.outlines.first?.settings ?? sheet.pasted?.settings
    }.first
  }

  mutating func cycleFilm() {
    let place = settings?.film.flatMap { FilmFormat.all.firstIndex(of: $0) }
    let next = place.map { $0 + 1 } ?? 0
    let film = FilmFormat.all.indices.contains(next) ? FilmFormat.all[next] : nil
    set(.film, "chose the film", "film: \(film?.title ?? "any")") { $0.film = film }
  }

  mutating func turn() {
    set(.turn, roll.marked.isEmpty ? "turned the scan" : "turned the scans", "turned clockwise", needsOld: true) {
      $0.turn = ($0.turn + 1) % 4
    }
  }

  mutating func cycleWhiteBalance() {
    let all = WhiteBalance.allCases
    let old = applied(settings).whiteBalance ?? .auto
    let next = all[((all.firstIndex(of: old) ?? 0) + 1) % all.count]
    set(.whiteBalance, "changed the white balance", "white balance \(next.rawValue): \(next.title)") {
      $0.whiteBalance = next
    }
  }

  /// The values that `clip` can take, in percent. Half the pixels at each end would leave none.
  private static let clips = 0.0..<50

  /// Changes the clip by `step` tenths of a percent.
  mutating func changeClip(by step: Int) {
    let clip = applied(settings).clip ?? 0
    let next = ((clip * 10).rounded() + Double(step)) / 10
    guard Self.clips.contains(next) else {
      message = note("clip \(clip.tenths) % at each end is the limit")
      return
    }
    set(.clip, "changed the clip", "clip \(next.tenths) % at each end") { $0.clip = next }
  }

  mutating func swapCrop() {
    let next: Crop =
      switch applied(settings).crop {
      case .print, nil: .picture
      case .picture: .print
      }
    set(.crop, "changed the crop", next == .print ? "the whole print" : "the picture without its frame") {
      $0.crop = next
    }
  }

  mutating func toggleRestoration() {
    let restores = !(applied(settings).restoresFading ?? false)
    set(.restore, "changed the restoration", restores ? "the fading is undone" : "the fading is left") {
      $0.restoresFading = restores
    }
  }

  // MARK: words

  /// Opens the line in which a setting is typed.
  ///
  /// - Parameter text: what is chosen so far; nil if nothing is.
  mutating func ask(for entry: Panel.Entry, _ text: String?) {
    guard outline != nil || item.sheet.isAwaited && !item.isClip || !roll.marked.isEmpty else {
      message = note("no print to \(entry.verb)")
      return
    }
    open(.entry(entry, text ?? ""))
  }

  /// Dates the chosen print, or those of the marked items. No text takes the date away.
  mutating func setDate(_ text: String) {
    let date = PartialDate(text)
    guard date != nil || text.isEmpty else {
      message = trouble("\(text) isn't a date; type a year, 1984-07 or 1984-07-21")
      return
    }
    setEntered(.taken, "dated", date.map { "taken \($0.text)" } ?? "no date of its own") { $0.taken = date }
  }

  /// Captions the chosen print, or those of the marked items. No text takes the caption away.
  mutating func setCaption(_ text: String) {
    let caption: Caption?
    do throws(LineFault) { caption = text.isBlank ? nil : try Caption(text) } catch {
      message = trouble("this is no caption: it \(error.words)")
      return
    }
    setEntered(.caption, "captioned", caption.map { "caption “\($0.text)”" } ?? "no caption of its own") {
      $0.caption = caption
    }
  }

  /// Gives the chosen print, or those of the marked items, keywords. No text takes them away.
  mutating func setKeywords(_ text: String) {
    let texts = text.split(separator: ",").map { String($0) }.filter { !$0.isBlank }
    var keywords: [Keyword] = []
    do throws(LineFault) {
      for text in texts {
        let keyword = try Keyword(text)
        if !keywords.contains(keyword) { keywords.append(keyword) }
      }
    } catch {
      message = trouble("not a keyword: it \(error.words)")
      return
    }
    guard keywords.count <= Keyword.most else {
      message = trouble("\(keywords.count) keywords are too many; a print has at most \(Keyword.most)")
      return
    }
    let words = keywords.map(\.text).joined(separator: ", ")
    setEntered(.keywords, "gave keywords to", keywords.isEmpty ? "no keywords of its own" : "keywords \(words)") {
      $0.keywords = keywords.isEmpty ? nil : keywords
    }
  }

  /// Closes the line that was typed, and changes a setting.
  ///
  /// - Parameter verb: what is done, in the past tense, for undo.
  private mutating func setEntered(
    _ key: PrintSettings.Key, _ verb: String, _ words: String, _ change: (inout PrintSettings) -> Void
  ) {
    panel = nil
    set(key, "\(verb) the \(roll.marked.isEmpty ? "print" : "prints")", words, change)
  }

  /// Copies the settings that a person chose for the print. Its film as it was found is its own. If there are none, what
  /// was copied before isn't pasted any more.
  mutating func copySettings() {
    guard let outline, case let chosen = item.chosenSettings(of: outline), !chosen.isEmpty else {
      let reason = outline == nil ? "no print is highlighted" : "no setting of this print was chosen by hand"
      message = note("nothing to copy: \(reason)" + (desk.copied == nil ? "" : "; what was copied before is dropped"))
      desk.copied = nil
      return
    }
    desk.copied = chosen
    message = note("copied \(chosen.words); press Y to paste")
  }

  /// Pastes the copied settings to the marked items' prints, or to this item's and, if repeated, to those of all that follow.
  mutating func pasteSettings() {
    guard let copied = desk.copied else {
      message = note("nothing to paste; press y to copy a print's settings")
      return
    }
    guard roll.marked.isEmpty else {
      paste(copied, to: roll.sorted(roll.marked))
      message = note("pasted \(copied.words) to \(roll.marked.count.counted("marked photo")); press u to undo")
      return
    }
    let following = reachable.filter { roll.isListed(current, before: $0) }
    guard question == .desk(.pasteSettings) else {
      paste(copied, to: [current])
      question = following.isEmpty ? nil : .desk(.pasteSettings)
      let prints = item.sheet.prints.count
      message = note(
        "pasted \(copied.words) to \(prints == 0 ? "this photo" : prints.counted("print"))"
          + (following.isEmpty ? "" : "; press Y again to paste to the next \(following.count.photos)"))
      return
    }
    question = nil
    paste(copied, to: following)
    message = note("pasted \(copied.words) to the next \(following.count.photos); press u to undo")
  }

  private mutating func paste(_ chosen: ChosenSettings, to photos: [ItemID]) {
    record(
      "pasted \(chosen.words)" + (photos.count == 1 ? "" : " to \(photos.count.photos)"),
      photos.map { photo in
        var sheet = roll[photo].sheet
        sheet.set(chosen)
        return History.Change(item: photo, before: roll[photo].sheet, after: sheet)
      })
  }
}

extension WhiteBalance {
  /// The white balance in plain words.
  var title: String {
    switch self {
    case .auto: "each colour, unless that tints a white frame"
    case .endsIn: "each colour from black to white"
    case .frame: "the frame is white"
    case .none: "unchanged"
    }
  }
}

extension Panel.Entry {
  /// What is done to a print.
  var verb: String {
    switch self {
    case .name: "rename"
    case .sheet: "make a sheet of"
    case .taken: "date"
    case .caption: "caption"
    case .keywords: "give keywords to"
    }
  }
}

extension LineFault {
  /// What is wrong, after `it`.
  fileprivate var words: String {
    switch self {
    case .empty: "is empty"
    case .tooLong(let bytes, let most): "has \(bytes) bytes; at most \(most) are stored"
    case .controlCharacters: "has line breaks or other control characters"
    }
  }
}

extension String {
  /// Whether there is nothing but white space.
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
