import PeelCodecs
import PeelFiles
import PeelImaging
import PeelMessages
import PeelScanning
import PeelWorkbench
import Synchronization

/// Sorting the roll into bursts.
extension Studio {
  /// The roll's bursts, also of prints under glare. Photos that can't be read or show no print belong to none.
  ///
  /// - Parameters:
  ///   - searched: the photos that were searched before.
  ///   - progress: is told how many photos were compared.
  func bursts(_ searched: [MergeOrder.Shot], _ progress: Progress = .ignored) async -> [RankedBurst] {
    // Clips are read as a whole otherwise, to find that they are no photos.
    let items = roll.withLock { roll in
      roll.ids.map { (id: $0, item: roll[$0]) }.filter { (try? $0.item.get().kind) != .clip }
    }
    let list = items.map { $0.item.map(\.photo) }
    // The photos that are decoded at once share the memory that one may take.
    var limits = scanner.limits
    limits.allowance = MemoryAllowance(bytes: limits.bytes)
    var search = BurstSearch(times: await ShotRanking.times(of: list, jobs: Cores.count, limits: limits))
    let order = search.compared
    var compared = 0
    let reading = await ShotReading(
      list, order: order, search: PrintSearch(scanner.detector), found: found(searched), isOneBurst: false,
      includesSetAside: true, jobs: Cores.count, limits: limits
    ) { number, shot in
      search.add(number, shot?.print)
      compared += 1
      progress.report(compared, order.count)
    }
    return search.bursts.filter { $0.shots.count > 1 }.map { burst in
      let members = burst.shots.compactMap { number in
        reading.shots[number]?.print.map { (photo: items[number].id, print: $0) }
      }
      let places = Ranking(of: members.map(\.print)).entries
      let details = FlatPrint.details(of: places.map { members[$0.shot].print })
      return RankedBurst(
        shots: zip(places, details).map { place, detail in
          let member = members[place.shot]
          return RankedShot(
            item: member.photo, thumbnail: Rendition(member.print.thumbnail),
            edges: Rendition(Photo(luma: member.print.edgePicture)), score: place.score, relative: place.relative,
            why: place.shortcomings.map(\.words).joined(separator: ", "), detail: detail)
        })
    }
  }

  /// The prints of photos that were searched before. Photos whose content then is unknown are left out.
  private func found(_ searched: [MergeOrder.Shot]) -> [Path: FoundPrints] {
    searched.reduce(into: [:]) { found, shot in
      guard let path = try? photoPath(shot.item), let outlines = shot.outlines, let version = shot.version else {
        return
      }
      found[path] = FoundPrints(outlines.map(\.print), in: Digest(number: version.digest))
    }
  }

  /// The part of a photo around a point; nil if the photo can't be read.
  func closeUp(_ order: CloseUpOrder) -> CloseUp? {
    (try? read(order.item)).map { CloseUp(of: $0.file.photo, around: order.point) }
  }
}
