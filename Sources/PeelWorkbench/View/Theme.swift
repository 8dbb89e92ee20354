/// The purpose of a part of the screen, which decides its paint.
enum Role: CaseIterable, Sendable {
  case desk, bar, barName, text, quiet, rule, key, keyLabel
  case chosen, print, candidate, corner, activeCorner
  case sure, review, nothing, done, trouble, note
  case red, green, blue
}

/// The paint of each part of the screen.
struct Theme: Sendable {
  var colours = ThemeColours.dark
  var depth: Capabilities.Depth

  subscript(role: Role) -> Paint {
    switch depth {
    case .trueColour, .palette256: rich(role)
    case .palette16, .palette8: plain(role)
    case .monochrome: Paint(style: style(role))
    }
  }

  /// The paint of several parts in one place.
  func mean(of roles: [Role]) -> Paint {
    let colours = roles.compactMap { role in if case .colour(let colour) = self[role].ink { colour } else { nil } }
    guard roles.count > 1, colours.count == roles.count else { return roles.count == 1 ? self[roles[0]] : self[.text] }
    func mean(_ channel: KeyPath<Colour, UInt8>) -> UInt8 {
      UInt8(colours.reduce(0) { $0 + Int($1[keyPath: channel]) } / colours.count)
    }
    return Paint(
      ink: .colour(Colour(mean(\.red), mean(\.green), mean(\.blue))), ground: self[.text].ground)
  }

  /// The colour of a line that is drawn with pixels, in terminals with any number of colours.
  func line(_ kind: Stroke.Kind) -> Colour {
    switch kind {
    case .chosen: colours.chosen
    case .print: colours.print
    case .candidate: colours.candidate
    case .edge: colours.done
    }
  }

  /// The ink of a line on a light part of a picture; nil for other parts of the screen and with few colours.
  func onLight(_ role: Role) -> Ink? {
    guard depth == .trueColour || depth == .palette256 else { return nil }
    return switch role {
    case .chosen: .colour(Colour(150, 54, 0))
    case .print: .colour(Colour(0, 72, 140))
    case .candidate: .colour(Colour(52, 58, 68))
    case .done: .colour(Colour(0, 84, 24))
    case .desk, .bar, .barName, .text, .quiet, .rule, .key, .keyLabel, .corner, .activeCorner, .sure, .review,
      .nothing, .trouble, .note, .red, .green, .blue:
      nil
    }
  }

  private func rich(_ role: Role) -> Paint {
    func paint(_ ink: Colour, on ground: Colour? = nil, _ style: Style = []) -> Paint {
      Paint(ink: .colour(ink), ground: .colour(ground ?? colours.ground), style: style)
    }
    return switch role {
    case .desk, .text: paint(colours.text)
    case .quiet: paint(colours.quiet)
    case .rule: paint(colours.rule)
    case .bar: paint(colours.quiet, on: colours.bar)
    case .barName: paint(colours.text, on: colours.bar, .bold)
    case .key: paint(colours.chosen, .bold)
    case .keyLabel: paint(colours.quiet)
    case .chosen: paint(colours.chosen, .bold)
    case .print: paint(colours.print)
    case .candidate: paint(colours.candidate)
    case .corner: paint(colours.ground, on: colours.chosen)
    case .activeCorner: paint(colours.ground, on: colours.text, .bold)
    case .sure: paint(colours.done, on: colours.bar, .bold)
    case .review: paint(colours.chosen, on: colours.bar, .bold)
    case .nothing: paint(colours.quiet, on: colours.bar, .bold)
    case .done: paint(colours.done)
    case .trouble: paint(colours.trouble, .bold)
    case .note: paint(colours.text)
    case .red: paint(colours.red)
    case .green: paint(colours.done)
    case .blue: paint(colours.blue)
    }
  }

  /// The paint in the terminal's own colours, which the user may have chosen for legibility.
  private func plain(_ role: Role) -> Paint {
    switch role {
    case .desk, .text, .quiet, .note, .rule, .keyLabel: Paint()
    case .bar, .barName, .nothing: Paint(ink: .indexed(7), ground: .indexed(4), style: role == .bar ? [] : .bold)
    case .key: Paint(style: .bold)
    case .chosen: Paint(ink: .indexed(3), ground: .indexed(0), style: .bold)
    case .print: Paint(ink: .indexed(6), ground: .indexed(0))
    case .candidate: Paint(ink: .indexed(7), ground: .indexed(0))
    case .corner: Paint(ink: .indexed(0), ground: .indexed(3))
    case .activeCorner: Paint(ink: .indexed(0), ground: .indexed(7))
    case .sure: Paint(ink: .indexed(7), ground: .indexed(4), style: .bold)
    case .review: Paint(ink: .indexed(3), ground: .indexed(4), style: .bold)
    case .done, .green: Paint(ink: .indexed(2))
    case .trouble: Paint(ink: .indexed(1), style: .bold)
    case .red: Paint(ink: .indexed(1))
    case .blue: Paint(ink: .indexed(4))
    }
  }

  private func style(_ role: Role) -> Style {
    switch role {
    case .desk, .text, .quiet, .note, .rule, .keyLabel, .print, .candidate, .done, .red, .green, .blue: []
    case .bar, .barName, .nothing, .sure, .review: .reverse
    case .key, .chosen, .trouble: .bold
    case .corner: .bold
    case .activeCorner: .reverse
    }
  }
}
