package import PeelCodecs
package import PeelFiles
package import PeelImaging

/// Shots sorted into bursts and ranked, and the photos that were left out.
package struct ShotRanking: Sendable {
  package struct Ranked: Sendable {
    package let path: Path
    /// The rank, from 1.
    package let rank: Int
    package let score: Double
    /// The score as a share of the best one's, 0…1.
    package let relative: Double
    /// The measures of the shot's sharpness; nil if whole frames were compared.
    package let entry: Ranking.Entry?
  }

  /// Why a photo that was read isn't ranked.
  package enum Exclusion: String, Sendable {
    case noPrint = "no-print"
    case otherPrint = "other-print"
  }

  /// The bursts, each with its best shot first.
  package private(set) var bursts: [[Ranked]] = []
  /// The best shots of bursts in which no shot's print is sure.
  package private(set) var unsure: [Path] = []
  package private(set) var excluded: [(path: Path, exclusion: Exclusion)] = []
  package private(set) var errors: [PhotoError]
  package let warnings: [(photo: Path, warning: ShotWarning)]
  package let isInterrupted: Bool
  /// Whether there is only one shot and nothing to compare it with.
  package private(set) var isAlone = false

  /// Which shots are compared with which.
  package enum Scope: Sendable {
    /// All are shots of one print. Those of another than most of them show aren't ranked.
    case oneBurst
    /// Each burst is ranked by itself.
    case eachBurst
    /// Each burst is ranked by itself. Photos that were taken long before and after all others aren't read.
    case burstsOnly
  }

  /// Ranks shots by their prints.
  package init(
    _ list: [Result<Path, PhotoError>], _ scope: Scope, search prints: PrintSearch, jobs: Int, limits: DecodingLimits
  ) async {
    let isOneBurst = scope == .oneBurst
    var search = BurstSearch(
      times: isOneBurst ? list.map { _ in nil } : await Self.times(of: list, jobs: jobs, limits: limits))
    let reading = await ShotReading(
      list, order: scope == .burstsOnly ? search.compared : search.order, search: prints, isOneBurst: isOneBurst,
      jobs: jobs, limits: limits
    ) { number, shot in
      search.add(number, shot?.print)
      shot?.print?.dropPicture()
    }
    errors = reading.errors
    warnings = reading.warnings
    isInterrupted = reading.isInterrupted
    excluded = reading.shots.compactMap(\.self).filter { $0.print == nil }.map { ($0.path, .noPrint) }
    var groups = search.bursts
    if isOneBurst, let largest = groups.map(\.shots.count).max() {
      // Among groups of the same size, the one that was named first.
      let kept = groups.firstIndex { $0.shots.count == largest } ?? 0
      excluded += groups.indices.filter { $0 != kept }.flatMap { groups[$0].shots }.sorted().compactMap {
        reading.shots[$0].map { ($0.path, .otherPrint) }
      }
      groups = [groups[kept]]
    }
    for burst in groups {
      let members = burst.shots.compactMap { number in
        reading.shots[number].flatMap { shot in shot.print.map { (path: shot.path, print: $0) } }
      }
      let ranked = zip(1..., Ranking(of: members.map(\.print)).entries).map { rank, entry in
        Ranked(
          path: members[entry.shot].path, rank: rank, score: entry.score, relative: entry.relative, entry: entry)
      }
      bursts.append(ranked)
      if members.allSatisfy({ $0.print.confidence < Detection.sureConfidence }) { unsure.append(ranked[0].path) }
    }
    isAlone = isOneBurst && bursts.first?.count == 1
  }

  /// Ranks photos by the sharpness of their whole frames.
  package init(wholeFrames list: [Result<Path, PhotoError>], jobs: Int, limits: DecodingLimits) async {
    var scored: [(path: Path, score: Double)] = []
    var errors: [PhotoError] = []
    var warnings: [(photo: Path, warning: ShotWarning)] = []
    isInterrupted = await inOrder(list, jobs: jobs) { entry in
      Result { () throws(PhotoError) in
        let path = try entry.get()
        let file = try PhotoFile(path, isLumaOnly: true, limits: limits)
        let score = withExtendedLifetime(file) { file.photo.luma.wholeFrameSharpness() }
        return (path: path, score: score, warnings: file.warnings)
      }
    } receive: { result in
      switch result {
      case .success(let shot):
        scored.append((shot.path, shot.score))
        warnings += shot.warnings.map { (shot.path, .photo($0)) }
      case .failure(let error): errors.append(error)
      }
    }
    self.errors = errors
    self.warnings = warnings
    let order = scored.indices.sorted { (scored[$1].score, $0) < (scored[$0].score, $1) }
    let best = order.first.map { scored[$0].score } ?? 0
    let burst = zip(1..., order).map { rank, index in
      Ranked(
        path: scored[index].path, rank: rank, score: scored[index].score,
        relative: best > 0 ? scored[index].score / best : 1, entry: nil)
    }
    if !burst.isEmpty { bursts = [burst] }
    isAlone = burst.count == 1
  }

  /// The list as items: each burst becomes one, at the place of its first shot. Photos that can't be compared stay.
  package static func bursts(
    of list: [Result<Path, PhotoError>], search prints: PrintSearch, jobs: Int, limits: DecodingLimits
  ) async -> [Result<Item, PhotoError>] {
    var search = BurstSearch(times: await times(of: list, jobs: jobs, limits: limits))
    // In this order, the pictures of a few seconds are enough.
    _ = await ShotReading(
      list, order: search.compared, search: prints, isOneBurst: false, jobs: jobs, limits: limits
    ) { number, shot in
      search.add(number, shot?.print)
      shot?.print = nil
    }
    let burstOfShot = search.bursts.filter { $0.shots.count > 1 }.reduce(into: [Int: [Int]]()) { all, burst in
      for shot in burst.shots { all[shot] = burst.shots }
    }
    return list.indices.compactMap { number in
      guard let burst = burstOfShot[number] else { return list[number].map { Item($0) } }
      let shots = burst.compactMap { try? list[$0].get() }
      return number == burst[0] ? .success(Item(burst: shots[0], Array(shots.dropFirst()))) : nil
    }
  }

  /// When each photo was taken, in seconds; nil if it doesn't tell.
  package static func times(
    of list: [Result<Path, PhotoError>], jobs: Int, limits: DecodingLimits
  ) async -> [Double?] {
    var times: [Double?] = []
    _ = await inOrder(list, jobs: jobs) { entry in
      (try? entry.get()).flatMap { timeTaken(ofPhotoAt: $0, memory: limits.bytes) }
    } receive: {
      times.append($0)
    }
    // If it was interrupted, nothing is read after this either.
    return times + Array(repeating: nil, count: list.count - times.count)
  }

  /// The list with only the best shot of each burst. Photos that can't be compared stay.
  package static func bestShots(
    of list: [Result<Path, PhotoError>], search: PrintSearch, jobs: Int, limits: DecodingLimits
  ) async -> [Result<Path, PhotoError>] {
    let ranking = await ShotRanking(list, .burstsOnly, search: search, jobs: jobs, limits: limits)
    let lost = Set(ranking.bursts.flatMap { $0.dropFirst().map(\.path) })
    return list.filter { entry in
      switch entry {
      case .success(let path): !lost.contains(path)
      case .failure: true
      }
    }
  }
}
