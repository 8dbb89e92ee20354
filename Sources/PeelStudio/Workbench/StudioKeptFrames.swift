import PeelFiles
import PeelMessages
import PeelScanning
import PeelWorkbench
import Synchronization

/// Frames that were kept as photos, in this session or an earlier one.
extension Studio {
  /// A clip and its still: of an item, or of the one that its photo was kept from.
  func faceItem(of item: ItemID) throws(Sentence) -> FaceItem {
    guard let path = try? photoPath(item), !isShot else { throw Sentence("this photo has no file") }
    if let origin = origin(of: path) { return origin }
    if path.hasClipExtension { return FaceItem(clipWithStill: path) }
    guard let live = FaceItem(live: path) else {
      throw Sentence("\(path.shown) has no clip: the one with its name was taken with another photo")
    }
    return live
  }

  /// The item that a photo was kept from; nil if it wasn't, or if the clip is gone.
  func origin(of photo: Path) -> FaceItem? {
    if let known = roll.withLock({ $0.origins[photo] }) { return known }
    guard !photo.hasClipExtension, let clip = SavedMark(of: photo)?.clip(beside: photo) else { return nil }
    let item = clip.hasClipExtension ? FaceItem(clipWithStill: clip) : FaceItem(live: clip)
    guard let item else { return nil }
    return roll.withLock { roll in
      // It may have been kept meanwhile.
      let known = roll.origins[photo] ?? item
      roll.origins[photo] = known
      return known
    }
  }

  /// The picture of a strip that the item's photo is.
  func keptPicture(of item: ItemID, in frames: [RankedFrame]) -> RankedFrame.Source? {
    guard let path = try? photoPath(item) else { return nil }
    let number = SavedMark(of: path)?.frame
    return frames.map(\.source).first { source in
      switch source {
      case .still: number == nil && !path.hasClipExtension
      case .frame(let frame, _): frame == number
      }
    }
  }

  /// The frames of a clip that are in the roll and weren't set aside.
  func hasKeptFrame(of clip: Path) -> Bool {
    let photos = roll.withLock { $0.photos }
    return photos.contains { photo in
      guard photo.folder == clip.folder, photo.name.starts(with: clip.stemAndExtension.stem + Array("-frame-".utf8)),
        let mark = SavedMark(of: photo), mark.frame != nil, mark.origin == clip.name
      else { return false }
      return (try? sidecars.ownSidecar(of: photo))??.sidecar.isSetAside != true
    }
  }

  /// A frame at full size, to be saved.
  struct ReadFrame {
    let picture: FrameSaving.Encoded
    let item: FaceItem
  }

  /// Reads the frame that is to be kept, which may take a while.
  func prepare(_ order: Order) {
    guard case .keepFrame(let number, let source) = order else { return }
    let frame = Result { () throws(Sentence) in try read(source, of: number) }
    roll.withLock { $0.readFrames[number] = frame }
  }

  private func read(_ source: RankedFrame.Source, of number: ItemID) throws(Sentence) -> ReadFrame {
    let known = roll.withLock { $0.frames }
    guard let known, known.item == number,
      let frame = known.ranked.frames.first(where: { RankedFrame.Source($0.source) == source })
    else { throw Sentence("the frames were ranked anew; choose again") }
    let (item, limits) = (known.ranked.item, scanner.limits)
    let encoded: FrameSaving.Encoded
    do throws(FaceError) {
      let saving = FrameSaving(known.ranked, to: FrameFolder(item.name.folder, force: false), limits: limits)
      encoded = try saving.encoded(frame)
    } catch {
      throw Sentence(Complaint(error).atDesk)
    }
    return ReadFrame(picture: encoded, item: item)
  }

  /// Saves the frame of an item that was prepared beside it, as `peel rank --faces --save` names it. It joins the roll. No
  /// file is replaced.
  func keepFrame(of number: ItemID) throws(Sentence) -> KeptFrame {
    guard let frame = try roll.withLock({ $0.readFrames.removeValue(forKey: number) })?.get() else {
      throw Sentence("the frames were ranked anew; choose again")
    }
    let (picture, item) = (frame.picture, frame.item)
    let file = try mapping(
      { (error: FaceError) in Sentence(Complaint(error).atDesk) },
      FrameFolder(item.name.folder, force: false).write(picture))
    let status = Descriptor.Status(of: file)
    let beginnings = [item.name, item.clip?.file ?? item.name].map { $0.stemAndExtension.stem + Array("-frame-".utf8) }
    let siblings = roll.withLock { roll in
      roll.photos.filter { photo in
        photo != file && (roll.origins[photo] != nil || beginnings.contains { photo.name.starts(with: $0) })
      }
    }.filter { origin(of: $0) == item }
    return roll.withLock { roll in
      // The same frame may have been kept before.
      let known = roll.ids.first { id in
        guard let path = try? roll[id].get().photo, path.name == file.name else { return false }
        return path == file || isSameFile(path, file)
      }
      if known == nil {
        if let status { roll.files.add(file, status) }
        roll.written.formUnion([file].compactMap(resolved))
      }
      let id = known ?? roll.add(Item(file))
      if file != item.name { roll.origins[file] = item }
      return KeptFrame(
        item: id, name: Path(bytes: file.name).text,
        others: ([item.name] + siblings).compactMap { roll.id(of: $0) }.filter { $0 != id })
    }
  }
}

extension Studio.Roll {
  /// Notes that a file of an item that was ranked, or of which a frame was kept, has another name.
  mutating func rename(_ old: Path, to new: Path) {
    if let frames { self.frames = (frames.item, frames.ranked.renamed(from: old, to: new)) }
    if let origin = origins.removeValue(forKey: old) { origins[new] = origin }
    origins = origins.mapValues { $0.renamed(from: old, to: new) }
  }
}
