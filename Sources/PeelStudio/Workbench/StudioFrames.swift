import PeelCodecs
import PeelFiles
import PeelImaging
import PeelInference
import PeelMessages
import PeelScanning
import PeelWorkbench
import Synchronization

/// The frames of Live Photos and clips.
extension Studio {
  /// A picture that stands for a clip; nil for a photo.
  func poster(of item: ItemID) throws(Sentence) -> Photo? {
    guard let path = try? photoPath(item), path.hasClipExtension else { return nil }
    return try mapping({ (error: FaceError) in Sentence(Complaint(error).atDesk) }, FaceItem.poster(of: path))
  }

  /// The long side of a frame's picture on the screen, in pixels.
  private static let longSide = 800

  /// The frames of an item's clip, best first.
  ///
  /// - Parameter progress: is asked whether they are still wanted while ffmpeg is waited for, and told after each picture.
  func frames(of number: ItemID, _ progress: Progress) throws(Sentence) -> FrameRanking {
    let item = try faceItem(of: number)
    var pictures: [FrameSource: (rendition: Rendition, scale: Double)] = [:]
    let all: [RankedFrames]
    func models() throws(FaceModelsError) -> FaceModels { try .bundled }
    do throws(FaceModelsError) {
      all = try RankedFrames.all(
        in: item, .spread(FrameChoice.usual), models, limits: scanner.limits, isWanted: progress.isWanted
      ) { look in
        let picture = look.photo.picture().reduced(toLongSide: Self.longSide)
        pictures[look.source] = (Rendition(picture), Double(picture.width) / Double(look.photo.width))
        progress.report(look.done, look.count)
        return progress.isWanted()
      }
    } catch {
      throw Sentence("\(error); install peel again")
    }
    guard let ranked = all.first, !ranked.frames.isEmpty else {
      throw Sentence(
        all.first?.errors.first.map { Complaint($0).atDesk } ?? "\(item.name.shown): no picture came")
    }
    roll.withLock { $0.frames = (number, ranked) }
    let frames = ranked.frames.compactMap { frame in
      pictures[frame.source].map { RankedFrame(frame, $0.rendition, scale: $0.scale) }
    }
    return FrameRanking(
      frames, kept: keptPicture(of: number, in: frames), trouble: ranked.errors.first.map { Complaint($0).atDesk })
  }
}

extension RankedFrame {
  fileprivate init(_ ranked: RankedFrames.Ranked, _ rendition: Rendition, scale: Double) {
    self.init(
      source: Source(ranked.source), rendition: rendition, score: ranked.frame.score, relative: ranked.relative,
      why: ranked.frame.fault?.words ?? "",
      faces: ranked.frame.faces.map { judged in
        let box = judged.face.box.scaled(by: scale)
        return Face(
          box: Quad(x: box.minX, y: box.minY, width: box.width, height: box.height), score: judged.score,
          parts: judged.parts.map { Face.Part(name: $0.name, score: $0.score) })
      })
  }
}

extension RankedFrame.Source {
  init(_ source: FrameSource) {
    switch source {
    case .photo: self = .still
    case .clip(let frame, let time): self = .frame(frame, time: time)
    }
  }
}

extension Item {
  package init(ofRoll file: Path) { self = file.hasClipExtension ? Item(clip: file) : Item(file) }
}

extension Item.Kind {
  /// The kind in the workbench.
  package var shown: RollItem.Kind {
    switch self {
    case .photo, .burst: .photo
    case .livePhoto: .livePhoto
    case .clip: .clip
    }
  }
}
