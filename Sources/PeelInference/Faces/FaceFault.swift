internal import PeelPlatform

/// Why a frame lost to the best one: what is worst about a face in it.
package enum FaceFault: String, Sendable, CaseIterable {
  case noFace = "no-face"
  /// A person whom most frames show is turned away, or covered.
  case hidden
  case eyesShut = "eyes-shut"
  case blurred
  case lookingAway = "looking-away"
  case dark
  case bright
  case mouthOpen = "mouth-open"
  /// The face smiles less, or frowns.
  case expression

  /// How much worse a trait must be to be named: a twentieth.
  private static let leastLoss = 0.05

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
      consider(.eyesShut, loss(own.eyes, other?.eyes))
      consider(.blurred, loss(face.focus, rival?.focus))
      consider(.lookingAway, loss(own.pose, other?.pose, power: FaceRanking.posePower))
      consider(own.isBright ? .bright : .dark, loss(own.light, other?.light, power: FaceRanking.lightPower))
      consider(own.isMouthOpen ? .mouthOpen : .expression, loss(own.expression, other?.expression))
    }
    guard let worst else { return nil }
    self = worst.fault
  }
}
