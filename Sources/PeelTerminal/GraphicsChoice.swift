import PeelPixels
import PeelWorkbench

/// How a person wants pictures to be drawn.
package enum GraphicsWish: String, CaseIterable, Sendable {
  /// As the terminal says it can.
  case auto
  case kitty, sixel, iterm, cells
  /// Also if the terminal doesn't say that it can.
  case forceKitty = "force-kitty"
  case forceSixel = "force-sixel"
  case forceITerm = "force-iterm"

  fileprivate enum Method { case auto, kitty, sixel, iterm, cells }

  fileprivate var method: Method {
    switch self {
    case .auto: .auto
    case .kitty, .forceKitty: .kitty
    case .sixel, .forceSixel: .sixel
    case .iterm, .forceITerm: .iterm
    case .cells: .cells
    }
  }

  /// Whether the terminal needn't say that it can.
  fileprivate var isForced: Bool {
    switch self {
    case .auto, .kitty, .sixel, .iterm, .cells: false
    case .forceKitty, .forceSixel, .forceITerm: true
    }
  }

  /// Whether kitty's protocol may be used.
  var includesKitty: Bool { [.auto, .kitty].contains(method) }
}

/// Finds out how a terminal can show pictures: the questions to ask it, and what its answers mean.
///
/// Nothing waits for the answers. Until they come, pictures are drawn with glyphs, unless a person forces a protocol.
struct GraphicsChoice: Sendable {
  private let wish: GraphicsWish
  private let multiplexer: Multiplexer?
  private var hasKitty = false
  /// Whether the terminal reads shared memory.
  private(set) var sharesMemory = false
  private let shared: String?
  private var attributes: [Int]?
  private var name = ""
  private var colours = Self.mostColours
  private(set) var cell: PixelSize?
  /// The colour behind text; nil if unknown.
  private(set) var background: Colour?
  private var measured: PixelSize?
  /// Whether the terminal has refused pictures.
  private(set) var isLost = false

  /// The most colours of sixels: what most terminals have, and as many as a byte tells apart.
  private static let mostColours = 256
  /// The number of the picture that the terminal is asked about. Pictures that are shown have smaller ones.
  private static let asked = 0x7065_656C
  private static let askedShared = asked + 1
  /// The sizes of a cell that are believed, in pixels.
  private static let sizes = 3...200
  /// The pictures that xterm keeps at once are 16. It forgets the oldest.
  private static let mostPicturesOfXTerm = 14

  /// - Parameters:
  ///   - multiplexer: the program between this one and the terminal; nil if there is none.
  ///   - shared: the name of shared memory with one pixel; nil if it can't be made.
  init(_ wish: GraphicsWish, within multiplexer: Multiplexer? = nil, shared: String? = nil) {
    self.wish = wish
    self.multiplexer = multiplexer
    self.shared = shared
  }

  /// The questions, and the wish for as many colours of sixels as can be used. The attributes are to be asked for after
  /// them: all terminals answer that, so the others' answers come before it or not at all.
  var questions: [UInt8] {
    var kitty = "\u{1B}_Gi=\(Self.asked),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
    switch (multiplexer, wish.method) {
    case (_, .cells), (.other, .auto): return []
    case (.tmux(_), .auto) where !hasPlaceholders: return []
    // tmux tells its attributes itself, and maybe before the terminal answers this.
    case (.tmux(_), .auto), (.tmux(_), .kitty): return Passthrough.wrapped(Array(kitty.utf8))
    case (_, .auto), (_, .kitty), (_, .sixel), (_, .iterm): break
    }
    if let shared {
      var name: [UInt8] = []
      name.append(base64: Array(shared.utf8)[...])
      kitty += "\u{1B}_Gi=\(Self.askedShared),s=1,v=1,a=q,t=s,f=24;\(String(decoding: name, as: UTF8.self))\u{1B}\\"
    }
    return Array(
      ((wish.includesKitty ? kitty : "")
        + "\u{1B}[>0q\u{1B}[?1;3;\(Self.mostColours)S\u{1B}[16t\u{1B}]11;?\u{1B}\\")
        .utf8)
  }

  private var isInTmux: Bool { if case .tmux = multiplexer { true } else { false } }
  private var hasPlaceholders: Bool { multiplexer?.hasPlaceholders ?? false }

  /// Whether a person asked for pictures that the terminal hasn't confirmed. If it never answers, it doesn't show them:
  /// tmux may keep the question from it.
  var isUnconfirmed: Bool { wish != .auto && wish != .cells && !isLost && graphics == .cells }

  /// Notes an answer. Returns whether the terminal refuses pictures that were asked for.
  mutating func note(_ answer: Answer) -> Bool {
    switch answer {
    case .picture(Self.asked, let isShown): hasKitty = isShown
    case .picture(Self.askedShared, let isShown): sharesMemory = isShown
    case .picture(_, let isShown): if !isShown { return lose() }
    case .cell(let size): noteCell(size)
    case .name(let text): name = text
    case .background(let colour): background = colour
    case .colours(let count): if count > 1 { colours = min(count, Self.mostColours) }
    case .keyboard, .cursor: break
    case .attributes(let numbers):
      attributes = numbers
      // tmux may answer this itself, before the terminal answers the question for kitty's protocol.
      if isUnconfirmed, !(wish == .kitty && isInTmux) { return lose() }
    }
    return false
  }

  /// Notes the size of a cell as the system knows it. The terminal's own answer is more exact, until this one changes.
  mutating func measure(_ size: PixelSize) {
    guard size != measured else { return }
    measured = size
    noteCell(size)
  }

  /// Notes the size of a cell; one that can't be is ignored.
  private mutating func noteCell(_ size: PixelSize) {
    if Self.sizes.contains(size.width), Self.sizes.contains(size.height) { cell = size }
  }

  /// Gives up pictures. Returns whether they were shown before.
  mutating func lose() -> Bool {
    defer { isLost = true }
    return !isLost
  }

  /// How to show pictures now.
  var graphics: Graphics {
    guard !isLost else { return .cells }
    let sixel = Graphics.sixel(colours: colours, mostPictures: name.hasPrefix("XTerm") ? Self.mostPicturesOfXTerm : nil)
    // All answers have come if this one has.
    let hasSixel = attributes?.contains(Self.sixelAttribute) ?? false
    let hasITerm = attributes != nil && Self.itermNames.contains(where: name.hasPrefix)
    let hasKitty = hasKitty && (isInTmux || attributes != nil)
    let isForced = wish.isForced
    switch wish.method {
    case .auto where isInTmux, .kitty where isInTmux: return hasKitty || isForced ? .placeholders : .cells
    case .auto where multiplexer != nil: return .cells
    case .auto: return hasITerm ? .iterm : hasKitty ? .kitty : hasSixel ? sixel : .cells
    case .kitty: return hasKitty || isForced ? .kitty : .cells
    case .sixel: return hasSixel || isForced ? sixel : .cells
    case .iterm: return hasITerm || isForced ? .iterm : .cells
    case .cells: return .cells
    }
  }

  /// The attribute of terminals that have sixels.
  private static let sixelAttribute = 4
  /// How the names of terminals begin that show iTerm2's images, and whose text covers them cell by cell.
  private static let itermNames = ["iTerm2", "WezTerm"]
}
