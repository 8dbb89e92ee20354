import PeelCodecs
import PeelCommandLine
import PeelFiles
import PeelImaging
import PeelInference
import PeelScanning
import PeelWorkbench
import Synchronization

/// The frames of Live Photos and clips.
extension Studio {
  /// A picture that stands for a clip; nil for a photo.
  func poster(of item: Int) throws(Sentence) -> Photo? {
    guard let path = try? photoPath(item), path.hasClipExtension else { return nil }
    do throws(FaceError) { return try FaceItem.poster(of: path) } catch { throw Sentence(Complaint(error).atDesk) }
  }

  /// The long side of a frame's picture on the screen, in pixels.
  private static let longSide = 800

  /// The frames of an item's clip, best first.
  ///
  /// - Parameter report: called after each picture with how many are done, and of how many; false ends the work.
  func frames(
    for order: FrameOrder, _ report: (_ done: Int, _ count: Int?) -> Bool
  ) throws(Sentence) -> FrameRanking {
    let item = try faceItem(of: order.item)
    var pictures: [FrameSource: (rendition: Rendition, scale: Double)] = [:]
    let all: [RankedFrames]
    do throws(FaceModelsError) {
      all = try RankedFrames.all(
        in: item, .spread(FrameChoice.usual), { () throws(FaceModelsError) in try .bundled }, limits: scanner.limits
      ) { look in
        let picture = look.photo.picture().reduced(toLongSide: Self.longSide)
        pictures[look.source] = (Rendition(picture), Double(picture.width) / Double(look.photo.width))
        return report(look.done, look.count)
      }
    } catch {
      throw Sentence("\(error); install peel again")
    }
    guard let ranked = all.first, !ranked.frames.isEmpty else {
      throw Sentence(
        all.first?.errors.first.map { Complaint($0).atDesk } ?? "\(item.name.shown): no picture came")
    }
    roll.withLock { $0.frames = (order, ranked) }
    let frames = ranked.frames.compactMap { frame in
      pictures[frame.source].map { RankedFrame(frame, $0.rendition, scale: $0.scale) }
    }
    return FrameRanking(frames, trouble: ranked.errors.first.map { Complaint($0).atDesk })
  }

  /// A clip and its still: of an item, or of the one that its photo was kept from.
  private func faceItem(of item: Int) throws(Sentence) -> FaceItem {
    guard let path = try? photoPath(item), !isShot else { throw Sentence("this photo has no file") }
    if let origin = roll.withLock({ $0.origins[path] }) { return origin }
    if path.hasClipExtension { return FaceItem(name: path, clip: Clip(file: path)) }
    guard let live = FaceItem(live: path) else {
      throw Sentence("\(path.shown) has no clip: the one with its name was taken with another photo")
    }
    return live
  }

  /// Saves a frame beside its item, as `peel rank --faces --save` names it. It joins the roll. No file is replaced.
  func keep(_ source: RankedFrame.Source, of order: FrameOrder) throws(Sentence) -> KeptFrame {
    let known = roll.withLock { $0.frames }
    guard let known, known.order == order,
      let frame = known.ranked.frames.first(where: { RankedFrame.Source($0.source) == source })
    else { throw Sentence("the frames were ranked anew; choose again") }
    let item = known.ranked.item
    let saving = FrameSaving(known.ranked, folder: item.name.folder, force: false, limits: scanner.limits)
    let file: Path
    do throws(FaceError) { file = try saving.save(frame) } catch { throw Sentence(Complaint(error).atDesk) }
    let status = Descriptor.Status(of: file)
    return roll.withLock { roll in
      // The same frame may have been kept before.
      let place = roll.items.firstIndex { item in
        guard let path = try? item.get().photo, path.name == file.name else { return false }
        return path == file || Descriptor.Status(of: path)?.identity == status?.identity
      }
      let name = Path(bytes: file.name).text
      if let place { return KeptFrame(item: place, name: name) }
      roll.items.append(.success(Item(file)))
      if let status {
        roll.files.add(file, status)
        roll.written[status.identity] = file.name
      }
      roll.origins[file] = item
      roll.forgetPlans()
      return KeptFrame(item: roll.items.count - 1, name: name)
    }
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
  fileprivate init(_ source: FrameSource) {
    switch source {
    case .photo: self = .still
    case .clip(let frame, let time): self = .frame(frame, time: time)
    }
  }
}

extension Item {
  /// The item of a roll that a file makes.
  init(ofRoll file: Path) { self = file.hasClipExtension ? Item(clip: file) : Item(file) }
}

extension Item.Kind {
  /// The kind in the workbench.
  var shown: RollItem.Kind {
    switch self {
    case .photo, .burst: .photo
    case .livePhoto: .livePhoto
    case .clip: .clip
    }
  }
}
