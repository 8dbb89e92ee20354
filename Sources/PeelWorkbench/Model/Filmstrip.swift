import PeelImaging

/// A shot of a burst, as the filmstrip shows it.
public struct RankedShot: Equatable, Sendable {
  /// Of the roll.
  public var photo: Int
  /// The print flat and small, and its edges.
  public var thumbnail: Rendition
  public var edges: Rendition
  public var score: Double
  /// Of the best shot's score, 0…1.
  public var relative: Double
  /// Why it is not the best, in a few words.
  public var why: String

  public init(
    photo: Int, thumbnail: Rendition, edges: Rendition, score: Double, relative: Double, why: String
  ) {
    self.photo = photo
    self.thumbnail = thumbnail
    self.edges = edges
    self.score = score
    self.relative = relative
    self.why = why
  }
}

/// At least two shots of one print, the best first.
public struct RankedBurst: Equatable, Sendable {
  public var shots: [RankedShot]

  public init(shots: [RankedShot]) {
    precondition(shots.count >= 2, "a burst has shots")
    self.shots = shots
  }
}

/// How far the comparison of the roll's photos has come.
public enum Comparing: Equatable, Sendable {
  case waiting, running
  case done([RankedBurst])
}

/// The shots of one burst side by side.
public struct Filmstrip: Equatable, Sendable {
  /// An index of the bursts; 0 while they are not known yet.
  public var burst = 0
  /// An index of the burst's shots.
  public var shot = 0
}

extension Model {
  public var bursts: [RankedBurst] {
    if case .done(let bursts) = comparing { bursts } else { [] }
  }

  /// The burst that is looked at, if any.
  var burst: RankedBurst? {
    filmstrip.flatMap { bursts.indices.contains($0.burst) ? bursts[$0.burst] : nil }
  }

  mutating func showBursts() {
    switch comparing {
    case .waiting:
      comparing = .running
      filmstrip = Filmstrip()
      wishes.append(.rank)
    case .running: filmstrip = Filmstrip()
    case .done: openFilmstrip()
    }
  }

  mutating func take(_ bursts: [RankedBurst]) {
    comparing = .done(bursts)
    if filmstrip != nil { openFilmstrip() }
  }

  /// At the photo in hand, or else where there is still a choice to make.
  private mutating func openFilmstrip() {
    guard !bursts.isEmpty else {
      closeBursts()
      message = note("no two photos of this roll are shots of one print")
      return
    }
    let own = bursts.firstIndex { $0.shots.contains { $0.photo == current } }
    let open = bursts.firstIndex { !$0.shots.contains { roll[$0.photo].sheet.isSetAside } }
    filmstrip = Filmstrip(burst: own ?? open ?? 0)
  }

  mutating func closeBursts() { filmstrip = nil }

  mutating func chooseShot(by step: Int) {
    guard let strip = filmstrip, let burst else { return }
    filmstrip?.shot = min(max(strip.shot + step, 0), burst.shots.count - 1)
  }

  mutating func chooseBurst(by step: Int) {
    guard let strip = filmstrip, !bursts.isEmpty else { return }
    let next = strip.burst + step
    guard bursts.indices.contains(next) else {
      message = note(next < 0 ? "this is the first burst" : "this is the last burst")
      return
    }
    filmstrip = Filmstrip(burst: next)
  }

  /// Takes the chosen shot and sets the others of its burst aside.
  mutating func takeShot() {
    guard let strip = filmstrip, let burst else { return }
    record(
      burst.shots.enumerated().map { index, shot in
        var sheet = roll[shot.photo].sheet
        sheet.isSetAside = index != strip.shot
        return History.Change(photo: shot.photo, before: roll[shot.photo].sheet, after: sheet)
      })
    closeBursts()
    go(to: burst.shots[strip.shot].photo)
    let others = burst.shots.count - 1
    message = note("taken; \(others == 1 ? "1 other shot" : "\(others) other shots") set aside")
  }
}
