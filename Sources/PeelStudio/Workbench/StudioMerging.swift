import PeelCodecs
import PeelFiles
import PeelImaging
import PeelMessages
import PeelOutput
import PeelScanning
import PeelWorkbench
import Synchronization

/// Merging the shots of a burst into one scan, as `peel merge` does.
extension Studio {
  /// The long side of the pictures of merged shots on the screen, in pixels.
  private static let longSide = 1200

  func merge(_ order: MergeOrder) throws(Sentence) -> MergedBurst {
    var items: [Path: MergeOrder.Shot] = [:]
    do throws(PhotoError) {
      let shots = try order.shots.map { shot throws(PhotoError) in
        let path = try photoPath(shot.item)
        items[path] = shot
        return path
      }
      let prints = items.compactMapValues { $0.outlines?.map { WantedPrint($0) } }
      let merged = try mapping({ PhotoError.codec(shots[0], $0) }, scanner.merged(shots, prints: prints))
      let changed = merged.shown.first { shown in
        guard let shot = items[shown.path], shot.outlines != nil, let version = shot.version else { return false }
        return version != PhotoVersion(digest: shown.content.number)
      }
      if let changed { throw .file(FileError(.changing, changed.path)) }
      guard let reference = merged.reference, let fusion = merged.fusion else {
        throw merged.facts.errors.first ?? .notOneScan(photo: shots[0], count: 0)
      }
      let burst: MergedBurst
      do throws(DevelopmentError) {
        let picture = try scanner.maker.picture(
          reference.wanted, of: reference.shot.file.photo, longSide: Self.longSide)
        let merge = try scanner.maker.picture(
          reference.wanted, of: reference.shot.file.photo, longSide: Self.longSide, merging: fusion)
        burst = MergedBurst(merged, of: picture.picture, merge, items: items.mapValues(\.item))
      } catch {
        throw .development(photo: reference.shot.path, error)
      }
      roll.withLock { $0.merged = (order, merged) }
      return burst
    } catch {
      throw Sentence(Complaint(error).atDesk)
    }
  }

  func exportMerged(_ order: MergeOrder) throws(Sentence) -> ExportedScans {
    guard let known = roll.withLock({ $0.merged }), known.order == order, let reference = known.shots.reference,
      let first = order.shots.first(where: { (try? photoPath($0.item)) == reference.shot.path })
    else { throw Sentence("the shots were merged anew or renamed; merge them again") }
    // A shot may have been deleted meanwhile.
    let shots = order.shots.compactMap { try? photoPath($0.item) }
    do throws(PhotoError) {
      return try write(
        known.shots, of: first.item, shots: order.shots.allSatisfy { $0.outlines == nil } ? shots : nil)
    } catch {
      throw Sentence(Complaint(error).atDesk)
    }
  }

  /// Merges the shots that a photo's sidecar names once more, and writes the scan.
  func exportMergedAgain(_ order: ExportOrder) throws(Sentence) -> ExportedScans {
    let photo: Path
    let merge: RememberedMerge?
    do throws(PhotoError) {
      photo = try photoPath(order.item)
      merge = scanner.rememberedMerge(of: photo, holding: try mapping(PhotoError.file, digest(ofFileAt: photo)))
    } catch {
      throw Sentence(Complaint(error).atDesk)
    }
    guard let merge, let merged = scanner.mergedAgain(merge, on: photo) else {
      let missing = merge?.missing ?? []
      let why =
        missing.isEmpty
        ? "its shots aren't merged as they were" : "\(missing.joined(separator: ", ")) changed or is gone"
      throw Sentence("\(photo.shown) isn't exported: \(why); merge them again with b and m")
    }
    do throws(PhotoError) { return try write(merged, of: order.item, shots: merge.shots) } catch {
      throw Sentence(Complaint(error).atDesk)
    }
  }

  /// Writes the scan of merged shots.
  ///
  /// - Parameter shots: the shots if their files tell their prints; nil if corners of this session count.
  private func write(
    _ merged: MergedShots, of item: ItemID, shots: [Path]?
  ) throws(PhotoError) -> ExportedScans {
    guard let reference = merged.reference else { throw .notOneScan(photo: try photoPath(item), count: 0) }
    let shot = reference.shot
    // The scans are made before the folder is locked, and named afterwards, so that it's locked only briefly.
    var developed = scanner.develop(reference.wanted, merging: merged, stem: [])
    let isWhole = developed.scans.count == scanner.plan([reference.wanted], stem: []).count
    if !isWhole, let error = developed.report.error { throw error }
    // The person saw which shots can't be read.
    developed.report.error = nil
    let facts = NameTemplate.Facts(of: shot.path, shot.file)
    return try write(
      developed, of: item, at: shot.path,
      { Claim(stem: $0, photo: shot.content, picture: shot.picture, file: shot.place) },
      named: { scanner.plan([reference.wanted], stem: $0, facts) }, work: { work(on: merged, shots: shots, $0) })
  }

  /// The digest under which the journal notes the merge as done: that of `peel merge`, or one that no run has if corners of
  /// this session count or a shot couldn't be read. The journal tells in both cases that the scan is merged.
  private func work(on merged: MergedShots, shots: [Path]?, _ claim: Claim) -> Digest? {
    let contents = merged.shown.map(\.content.text).joined(separator: " ")
    let own = Digest(Array("workbench \(contents)".utf8))
    guard let shot = merged.reference?.shot, merged.facts.errors.isEmpty, let shots else { return own }
    let item = Item(burst: shot.path, shots.filter { $0 != shot.path })
    return (try? scanner.work(on: item, holding: shot.content, stem: claim.stem)) ?? own
  }
}

extension MergedBurst {
  /// The share of a shot's colour in the map.
  private static let tint = 0.6

  /// - Parameters:
  ///   - scan: the reference's scan.
  ///   - merge: the merged scan, and the shot that each of its pixels comes from.
  ///   - items: the shots in the roll.
  fileprivate init(
    _ merged: MergedShots, of scan: Picture, _ merge: (scan: Scan, shots: [Int?]), items: [Path: ItemID]
  ) {
    let first = merged.reference?.shot.path
    let shares = merged.facts.used.filter { $0.photo == first } + merged.facts.used.filter { $0.photo != first }
    let numbers = Dictionary(zip(shares.map(\.photo), shares.indices), uniquingKeysWith: { first, _ in first })
    let colours = merged.shown.map { shot in Self.colour(numbers[shot.path] ?? 0) }
    let picture = merge.scan.picture
    var samples = picture.samples
    for (pixel, shot) in merge.shots.enumerated() {
      let colour = shot.map { colours[$0] } ?? Self.unclear
      let luma = (0..<3).reduce(0) { $0 + Int(picture.samples[3 * pixel + $1]) } / 3
      for (channel, level) in [colour.red, colour.green, colour.blue].enumerated() {
        samples[3 * pixel + channel] = UInt8(Self.tint * Double(level) + (1 - Self.tint) * Double(luma))
      }
    }
    self.init(
      pictures: [scan, picture, Picture(width: picture.width, height: picture.height, samples: samples)].map {
        Rendition($0)
      },
      used: shares.compactMap { used in
        items[used.photo].map {
          Used(item: $0, share: used.share, hasOtherPrints: merged.withOtherPrints.contains(used.photo))
        }
      },
      leftOut: merged.facts.leftOut.compactMap { left in
        items[left.photo].map { LeftOut(item: $0, why: left.reason.words, isCopy: left.reason == .copy) }
      },
      unmended: merged.facts.unmended, merge: SetAside.Merge(merged))
  }
}

extension SetAside.Merge {
  /// nil if the shots are in several folders, or their names aren't text.
  fileprivate init?(_ merged: MergedShots) {
    guard let reference = merged.reference?.shot.path,
      let place = merged.shown.firstIndex(where: { $0.path == reference }),
      merged.shown.allSatisfy({ $0.path.folder == reference.folder })
    else { return nil }
    let shots = merged.shown.filter { $0.path != reference }.compactMap { shot in
      String(validating: shot.path.name, as: UTF8.self).map { name in
        Shot(name: name, version: PhotoVersion(digest: shot.content.number))
      }
    }
    guard !shots.isEmpty, shots.count == merged.shown.count - 1 else { return nil }
    self.init(place: place, shots: shots)
  }
}
