import PeelImaging
import PeelMessages
import PeelScanning
import PeelWorkbench
import Synchronization

/// Sorting the roll into bursts.
extension Studio {
  /// The roll's bursts, also of prints under glare. Photos that can't be read or show no print belong to none. One photo is
  /// decoded at a time because the workbench already holds two.
  func bursts() async -> [RankedBurst] {
    // Clips are read as a whole otherwise, to find that they are no photos.
    let items = roll.withLock { roll in
      roll.ids.map { (id: $0, item: roll[$0]) }.filter { (try? $0.item.get().kind) != .clip }
    }
    let list = items.map { $0.item.map(\.photo) }
    var search = BurstSearch(
      times: await ShotRanking.times(of: list, jobs: 1, limits: scanner.limits), throughGlare: true)
    let order = search.order
    var shots: [Int: (photo: ItemID, print: FlatPrint)] = [:]
    _ = await ShotReading(
      order.map { list[$0] }, search: PrintSearch(), isOneBurst: false, includesSetAside: true, jobs: 1,
      limits: scanner.limits
    ) { place, shot in
      let number = order[place]
      search.add(number, shot?.print)
      shots[number] = shot?.print.map { (items[number].id, $0) }
    }
    return search.bursts.filter { $0.shots.count > 1 }.map { burst in
      let members = burst.shots.compactMap { shots[$0] }
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

  /// The part of a photo around a point; nil if the photo can't be read.
  func closeUp(_ order: CloseUpOrder) -> CloseUp? {
    (try? read(order.item)).map { CloseUp(of: $0.file.photo, around: order.point) }
  }
}
