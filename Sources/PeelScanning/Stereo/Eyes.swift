internal import PeelImaging

/// What both eyes see.
struct Eyes: Sendable {
  var left: Picture
  var right: Picture

  /// The pictures laid beside each other; nil if hardly anything is left of them.
  func mounted(_ alignment: PairAlignment, _ focus: StereoFocus, threads: Int) -> Eyes? {
    alignment.mounted(left, right, focus: focus, threads: threads).map { Eyes(left: $0.left, right: $0.right) }
  }

  /// The pictures of a spatial photo, which the camera has aligned. Another depth in the picture plane has to be asked for.
  func focused(_ focus: StereoFocus, _ alignment: @autoclosure () -> PairAlignment?, threads: Int) -> Eyes {
    guard focus != .subject, let alignment = alignment() else { return self }
    return mounted(alignment, focus, threads: threads) ?? self
  }

  /// The eyes, or the other way round.
  func ordered(_ isSwapped: Bool) -> Eyes { isSwapped ? Eyes(left: right, right: left) : self }
}

extension StereoSettings {
  /// The pictures that the layout makes of both eyes': one for each, or one of both. A depth map isn't made of them.
  func pictures(of eyes: Eyes, caption: String, threads: Int) -> [Picture] {
    switch layout {
    case .pair, .mpo, .wiggle: [eyes.left, eyes.right]
    case .parallel: [eyes.left.beside(eyes.right)]
    case .crossed: [eyes.right.beside(eyes.left)]
    case .anaglyph: [Anaglyph(colour)(eyes.left, eyes.right, threads: threads)]
    case .card: [StereoCard(ppi: ppi, caption: caption)(eyes.left, eyes.right)]
    case .depth: []
    }
  }
}
