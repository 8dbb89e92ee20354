import PeelImaging

/// The settings of the chosen print's scan.
extension Model {
  var whiteBalance: WhiteBalance { outline?.settings.whiteBalance ?? defaults.whiteBalance }
  /// Percent.
  var clip: Double { outline?.settings.clip ?? defaults.clip }
  var crop: Crop { outline?.settings.crop ?? defaults.crop }

  mutating func cycleFilm() {
    change { outline in
      let place = outline.settings.film.flatMap { FilmFormat.all.firstIndex(of: $0) }
      let next = place.map { $0 + 1 } ?? 0
      outline.settings.film = FilmFormat.all.indices.contains(next) ? FilmFormat.all[next] : nil
    }
    message = note("film: \(outline?.settings.film?.title ?? "any")")
  }

  mutating func cycleWhiteBalance() {
    let all = WhiteBalance.allCases
    let next = all[((all.firstIndex(of: whiteBalance) ?? 0) + 1) % all.count]
    change { $0.settings.whiteBalance = next }
    message = note("white balance: \(next.title)")
  }

  mutating func changeClip(by step: Int) {
    let next = ((clip * 10).rounded() + Double(step)) / 10
    guard (0..<50).contains(next) else {
      message = note("clip \(clip.tenths) % at each end: it goes no further")
      return
    }
    change { $0.settings.clip = next }
    message = note("clip \(next.tenths) % at each end")
  }

  mutating func swapCrop() {
    let next: Crop =
      switch crop {
      case .print: .picture
      case .picture: .print
      }
    change { $0.settings.crop = next }
    message = note(next == .print ? "the whole print" : "the picture without its frame")
  }

  mutating func copySettings() {
    guard let outline else { return }
    copied = outline.settings
    message = note("settings copied; Y pastes them")
  }

  /// Pastes settings to the prints of this item; if repeated, to those of all that follow.
  mutating func pasteSettings() {
    guard let copied else {
      message = note("nothing to paste; y copies the settings of a print")
      return
    }
    let following = places.filter { $0 > current }
    guard question == .pasteSettings else {
      paste(copied, to: [current])
      question = following.isEmpty ? nil : .pasteSettings
      message = note(
        following.isEmpty
          ? "settings pasted" : "settings pasted; Y once more pastes them to all \(following.count) that follow")
      return
    }
    question = nil
    paste(copied, to: following)
    message = note("settings pasted to the \(following.count) photos that follow; u takes them back")
  }

  private mutating func paste(_ settings: Settings, to photos: [Int]) {
    record(
      photos.map { photo in
        var sheet = roll[photo].sheet
        sheet.set(settings)
        return History.Change(item: photo, before: roll[photo].sheet, after: sheet)
      })
  }
}

extension WhiteBalance {
  /// In plain words.
  var title: String {
    switch self {
    case .endsIn: "each colour from black to white"
    case .frame: "the frame is white"
    case .none: "as the photo has it"
    }
  }
}
