/// The purpose of a part of the screen, which decides its paint.
enum Role: CaseIterable, Sendable {
  case desk, bar, barName, text, quiet, rule, key, keyLabel
  case chosen, print, candidate, corner, activeCorner
  case sure, review, nothing, done, trouble, note
  case red, green, blue
}

/// The workbench's colours: a dark ground, a warm colour for the chosen outline and a cool one for the others.
struct Theme: Sendable {
  var depth: Capabilities.Depth

  private static let desk = Colour(22, 24, 29)
  private static let bar = Colour(36, 40, 48)
  private static let paper = Colour(222, 224, 228)
  private static let grey = Colour(134, 142, 156)
  private static let line = Colour(62, 68, 80)
  private static let amber = Colour(255, 190, 64)
  private static let sky = Colour(126, 186, 236)
  private static let leaf = Colour(126, 200, 128)
  private static let mist = Colour(190, 200, 214)
  private static let rust = Colour(240, 110, 84)

  subscript(role: Role) -> Paint {
    switch depth {
    case .trueColour, .palette256: rich(role)
    case .palette16, .palette8: plain(role)
    case .monochrome: Paint(style: style(role))
    }
  }

  /// The colour of a line that is drawn with pixels, in terminals with any number of colours.
  func line(_ kind: Stroke.Kind) -> Colour {
    switch kind {
    case .chosen: Self.amber
    case .print: Self.sky
    case .candidate: Self.mist
    }
  }

  /// The ink of a line on a light part of a picture; nil if the picture is darkened instead.
  func onLight(_ role: Role) -> Ink? {
    guard depth == .trueColour || depth == .palette256 else { return nil }
    return switch role {
    case .print: .colour(Colour(0, 72, 140))
    case .candidate: .colour(Colour(52, 58, 68))
    case .desk, .bar, .barName, .text, .quiet, .rule, .key, .keyLabel, .chosen, .corner, .activeCorner, .sure, .review,
      .nothing, .done, .trouble, .note, .red, .green, .blue:
      nil
    }
  }

  private func rich(_ role: Role) -> Paint {
    func paint(_ ink: Colour, on ground: Colour = Self.desk, _ style: Style = []) -> Paint {
      Paint(ink: .colour(ink), ground: .colour(ground), style: style)
    }
    return switch role {
    case .desk, .text: paint(Self.paper)
    case .quiet: paint(Self.grey)
    case .rule: paint(Self.line)
    case .bar: paint(Self.grey, on: Self.bar)
    case .barName: paint(Self.paper, on: Self.bar, .bold)
    case .key: paint(Self.amber, .bold)
    case .keyLabel: paint(Self.grey)
    case .chosen: paint(Self.amber, .bold)
    case .print: paint(Self.sky)
    case .candidate: paint(Self.mist)
    case .corner: paint(Self.desk, on: Self.amber)
    case .activeCorner: paint(Self.desk, on: Colour(255, 255, 255), .bold)
    case .sure: paint(Self.leaf, on: Self.bar, .bold)
    case .review: paint(Self.amber, on: Self.bar, .bold)
    case .nothing: paint(Self.grey, on: Self.bar, .bold)
    case .done: paint(Self.leaf)
    case .trouble: paint(Self.rust, .bold)
    case .note: paint(Self.paper)
    case .red: paint(Colour(224, 108, 108))
    case .green: paint(Self.leaf)
    case .blue: paint(Colour(104, 150, 236))
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
