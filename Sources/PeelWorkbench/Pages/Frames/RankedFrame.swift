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
  /// The photo, which may be new to the roll.
  package let item: ItemID
  /// The photo's name.
  package let name: String
  /// The photos in the roll in whose place it is: its item's own, and frames kept before.
  package let others: [ItemID]

  package init(item: ItemID, name: String, others: [ItemID] = []) {
    (self.item, self.name, self.others) = (item, name, others)
  }
}
