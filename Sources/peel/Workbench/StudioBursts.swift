import PeelImaging
import PeelScanning
import PeelWorkbench
import Synchronization

/// Sorting the roll into bursts.
extension Studio {
  /// The roll's bursts. Photos that can't be read or show no print belong to none. One photo is decoded at a time because
  /// the workbench already holds two.
  func bursts() async -> [RankedBurst] {
    // Clips are read as a whole otherwise, to find that they are no photos.
    let items = roll.withLock { $0.items }.filter { (try? $0.get().kind) != .clip }
    let reading = await ShotReading(
      items.map { $0.map(\.photo) }, search: PrintSearch(), isOneBurst: false, includesSetAside: true,
      jobs: 1, limits: scanner.limits, pass: { _, _ in })
    let numbers = Dictionary(
      roll.withLock { $0.items }.indices.compactMap { index in (try? photoPath(index)).map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    let shots = reading.shots.compactMap { shot in
      shot.print.flatMap { print in numbers[shot.path].map { (photo: $0, print: print, time: shot.time) } }
    }
    return Burst.all(in: shots.map { ($0.print, $0.time) }).filter { $0.shots.count > 1 }.map { burst in
      let members = burst.shots.map { shots[$0] }
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
