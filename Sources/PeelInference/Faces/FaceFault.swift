internal import PeelPlatform

/// Why a frame lost to the best one: what is worst about a face in it.
package enum FaceFault: String, Sendable, CaseIterable {
  case noFace = "no-face"
  /// A person whom most frames show is turned away, or covered.
  case hidden
  case eyesShut = "eyes-shut"
  /// The eyes are open, but less than in the best frame.
  case eyesNarrow = "eyes-narrow"
  case blurred
  /// The face is a little less sharp.
  case softer
  case lookingAway = "looking-away"
  case dark
  case bright
  case mouthOpen = "mouth-open"
  /// The face smiles less, or frowns.
  case expression

  /// How much worse a trait must be to be named.
  private static let leastLoss = 0.02
  /// Below which score eyes are shut.
  private static let shut = 0.5
  /// Below which share of the best frame's focus a face is blurred.
  private static let blur = 0.8
  /// Below which scores a face is turned away, and its light is wrong.
  private static let (turned, dim) = (0.75, 0.8)
  /// Below which score a trait is a fault even in the best frame.
  private static let poor = 0.3

  /// nil if no trait is much worse than in the best frame.
  init?(of frame: FaceRanking.Frame, beside best: FaceRanking.Frame, _ persons: FaceRanking.Persons) {
    guard !frame.faces.isEmpty else {
      self = .noFace
      return
    }
    var worst: (fault: FaceFault, loss: Double)?
    func consider(_ fault: FaceFault, _ loss: Double) {
      if loss > max(worst?.loss ?? 0, Self.leastLoss) { worst = (fault, loss) }
    }
    for person in persons.usual where !frame.faces.contains(where: { $0.person == person }) {
      consider(.hidden, persons.weight(person))
    }
    for face in frame.faces {
      let rival = best.faces.first { $0.person == face.person }
      let (own, other) = (face.face.traits, rival?.face.traits)
      let weight = persons.weight(face.person)
      /// The share of the score that a trait takes, beside the same trait in the best frame.
      func loss(_ own: Double, _ other: Double?, power: Double = 1) -> Double {
        weight * (1 - pow(min(1, own / max(other ?? 1, .leastNormalMagnitude)), power))
      }
      consider(own.eyes < Self.shut ? .eyesShut : .eyesNarrow, loss(own.eyes, other?.eyes))
      let isBlurred = face.focus < Self.blur * (rival?.focus ?? 1)
      consider(isBlurred ? .blurred : .softer, loss(face.focus, rival?.focus))
      if own.pose < Self.turned { consider(.lookingAway, loss(own.pose, other?.pose, power: FaceRanking.posePower)) }
      if own.light < Self.dim {
        consider(own.isBright ? .bright : .dark, loss(own.light, other?.light, power: FaceRanking.lightPower))
      }
      consider(own.isMouthOpen ? .mouthOpen : .expression, loss(own.expression, other?.expression))
    }
    guard let worst else { return nil }
    self = worst.fault
  }

  /// What is wrong with the best frame; nil if nothing is.
  init?(ofBest frame: FaceRanking.Frame) {
    for face in frame.faces {
      let traits = face.face.traits
      if traits.eyes < Self.shut {
        self = .eyesShut
      } else if traits.pose < Self.poor {
        self = .lookingAway
      } else if traits.light < Self.poor {
        self = traits.isBright ? .bright : .dark
      } else {
        continue
      }
      return
    }
    return nil
  }
}
