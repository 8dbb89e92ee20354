import PeelImaging

/// A picture of a clip, or of its still, judged by how good the people in it look.
package struct RankedFrame: Equatable, Sendable {
  /// Where a picture comes from.
  package enum Source: Hashable, Sendable {
    case still
    /// A frame of the clip, from 0, and its time in seconds.
    case frame(Int, time: Double)
  }

  /// A face in the picture.
  package struct Face: Equatable, Sendable {
    /// A score and what it is of.
    package struct Part: Equatable, Sendable {
      package let name: String
      /// 0…1.
      package let score: Double

      package init(name: String, score: Double) { (self.name, self.score) = (name, score) }
    }

    /// Where it is, in pixels of the rendition.
    package let box: Quad
    /// How good it is, 0…1.
    package let score: Double
    package let parts: [Part]

    package init(box: Quad, score: Double, parts: [Part]) {
      (self.box, self.score, self.parts) = (box, score, parts)
    }
  }

  package let source: Source
  /// The picture, reduced.
  package let rendition: Rendition
  /// How good it is, 0…1.
  package let score: Double
  /// The share of the best picture's score, 0…1.
  package let relative: Double
  /// Why it isn't the best, in a few words; empty if it is as good.
  package let why: String
  /// The largest first.
  package let faces: [Face]

  package init(
    source: Source, rendition: Rendition, score: Double, relative: Double, why: String, faces: [Face]
  ) {
    (self.source, self.rendition, self.score) = (source, rendition, score)
    (self.relative, self.why, self.faces) = (relative, why, faces)
  }
}

extension RankedFrame {
  /// The most faces whose scores are shown.
  private static let mostShown = 4

  /// The faces whose scores are shown, from left to right: the largest.
  var shownFaces: [Face] {
    let largest = faces.sorted { abs($0.box.area) > abs($1.box.area) }.prefix(Self.mostShown)
    return largest.sorted { $0.box.corners[0].x < $1.box.corners[0].x }
  }
}

extension RankedFrame.Source {
  /// The picture in words.
  var words: String {
    switch self {
    case .still: "the still"
    case .frame(let number, _): "frame \(number)"
    }
  }
}

/// The pictures of an item's clip, best first.
package struct FrameRanking: Equatable, Sendable {
  package let frames: [RankedFrame]
  /// The picture that the item's photo is; nil if it is none of these.
  package let kept: RankedFrame.Source?
  /// What could not be read, as a message.
  package let trouble: String?

  package init(_ frames: [RankedFrame], kept: RankedFrame.Source? = nil, trouble: String? = nil) {
    (self.frames, self.kept, self.trouble) = (frames, kept, trouble)
  }
}

/// A frame that was saved as a photo.
package struct KeptFrame: Equatable, Sendable {
  /// The photo's index in the roll. It follows the roll's items if it is new.
  package let item: Int
  /// The photo's name.
  package let name: String
  /// The indices of the photos in the roll in whose place it is: its item's own, and frames kept before.
  package let others: [Int]

  package init(item: Int, name: String, others: [Int] = []) {
    (self.item, self.name, self.others) = (item, name, others)
  }
}

/// The view of a clip's frames.
package struct FrameStrip: Equatable, Sendable {
  /// More pictures than any strip has.
  static let most = 10_000

  /// The item whose clip it is, as an index of the roll.
  package let item: Int
  /// The request that ranks them.
  let ranking: Ticket
  /// The pictures searched for faces so far, and of how many, if known; nil once all are ranked.
  package internal(set) var progress: Progress? = Progress()
  /// The pictures, best first; empty while they are read.
  package internal(set) var frames: [RankedFrame] = []
  /// An index of `frames`.
  package internal(set) var chosen = 0
  /// The index of the picture that the item's photo is; nil if it is none of them.
  package internal(set) var kept: Int?

  package struct Progress: Equatable, Sendable {
    var done = 0
    var count: Int?
  }

  package var isReading: Bool { progress != nil }
}

extension Model {
  /// Shows the frames of the current item's clip. They are ranked once.
  mutating func showFrames() {
    if let rankedFrames, rankedFrames.item == current {
      frameStrip = rankedFrames
      return
    }
    rankedFrames = nil
    frameStrip = FrameStrip(item: current, ranking: ask(.rankFrames(item: current)))
  }

  /// Closes the frames. Their ranking stops.
  mutating func closeFrames() {
    if let strip = frameStrip, jobs.end(strip.ranking) != nil {
      ask(.stopFrames)
      message = note("stopped looking for faces")
    }
    frameStrip = nil
  }

  /// Has an item's frames ranked anew when they are shown next, because its files changed.
  mutating func outdateFrames(of items: [Int]) {
    if let item = frameStrip?.item, items.contains(item) { closeFrames() }
    if let item = rankedFrames?.item, items.contains(item) { rankedFrames = nil }
  }

  /// Notes how many pictures were searched for faces, of `count` if that is known.
  mutating func read(_ done: Int, of count: Int?, for ticket: Ticket) {
    guard jobs.contains(ticket) else { return }
    frameStrip?.progress = FrameStrip.Progress(done: done, count: count)
  }

  mutating func framesRanked(_ ranking: FrameRanking) {
    guard var strip = frameStrip else { return }
    (strip.progress, strip.frames) = (nil, ranking.frames)
    strip.kept = ranking.frames.firstIndex { $0.source == ranking.kept }
    if case .frame? = ranking.kept { strip.chosen = strip.kept ?? 0 }
    (frameStrip, rankedFrames) = (strip, strip)
    if let text = ranking.trouble {
      message = trouble(text)
    } else if ranking.frames.allSatisfy(\.faces.isEmpty) {
      message = note("no face found, so no frame is better than another")
    }
    if ranking.frames.isEmpty { frameStrip = nil }
  }

  mutating func chooseFrame(by step: Int) {
    guard let strip = frameStrip, !strip.frames.isEmpty else { return }
    frameStrip?.chosen = min(max(strip.chosen + step, 0), strip.frames.count - 1)
  }

  /// Has the chosen frame saved as a photo. No other frame is kept until that is done.
  mutating func keepFrame() {
    guard let strip = frameStrip, strip.frames.indices.contains(strip.chosen) else { return }
    let isKeeping = jobs.contains { if case .keepFrame(strip.item, _) = $0 { true } else { false } }
    guard !isKeeping else { return }
    let source = strip.frames[strip.chosen].source
    message = note("keeping \(source.words)…")
    ask(.keepFrame(item: strip.item, source))
  }

  /// Takes a frame that was saved into the roll, after its item, which is set aside.
  mutating func frameKept(_ kept: KeptFrame, of item: Int) {
    let isNew = kept.item == roll.count
    if isNew {
      add(RollItem(photo: kept.name, kind: .livePhoto), after: item)
      filter?.add(kept.item, roll[kept.item], order)
      outdateBursts(changed: [])
    }
    var changes: [History.Change] = []
    func set(_ item: Int, aside: Bool, from before: Bool) {
      var change = History.Change(item: item, before: roll[item].sheet, after: roll[item].sheet)
      (change.before.isSetAside, change.after.isSetAside) = (before, aside)
      changes.append(change)
    }
    // Undo sets the frame aside: its file stays.
    set(kept.item, aside: false, from: isNew || roll[kept.item].sheet.isSetAside)
    for other in Set(kept.others + [item]).subtracting([kept.item]).sorted() where roll.indices.contains(other) {
      set(other, aside: true, from: roll[other].sheet.isSetAside)
    }
    let title = roll[item].title
    record("kept \(kept.name) in place of \(title)", changes)
    if frameStrip?.item == item { frameStrip = nil }
    if current == item { go(to: kept.item) }
    message = note(
      kept.item == item
        ? "\(title) stays the photo" : "kept \(kept.name); \(title) is set aside, and u brings it back")
  }
}
