internal import PeelCodecs
package import PeelFiles
package import PeelImaging

/// Shots that were read and laid on each other.
package struct MergedShots: Sendable {
  /// The shot that the others are laid on, and its print; nil if no shot shows a print.
  package let reference: (shot: ShotFile, wanted: WantedPrint)?
  package let fusion: Fusion?
  package let facts: MergeFacts
  /// The shots that the fusion was given, in their order.
  package let shown: [(path: Path, content: Digest)]
  /// The shots that show several prints.
  package let withOtherPrints: Set<Path>
  /// The memory that the shots take. It is given back with this value.
  private let memory: MemoryAllowance.Share?

  /// The farthest that a corner of one outline lies from another's, as a share of the longest side.
  private static let sameOutline = 0.004

  /// - Parameter isBurst: whether the shots were told to be a burst by what they show. Then those that show several prints
  ///   are left out.
  fileprivate init(
    _ read: [Result<ShotFile, PhotoError>], paths: [Path], isBurst: Bool, memory: MemoryAllowance.Share?, threads: Int
  ) {
    self.memory = memory
    var facts = MergeFacts()
    var shots: [ShotFile] = []
    for (path, result) in zip(paths, read) {
      func leaveOut(_ reason: MergeFacts.Reason) { facts.leftOut.append(.init(photo: path, reason: reason)) }
      switch result {
      case .failure(let error):
        facts.errors.append(error)
        leaveOut(.unreadable)
      case .success(let shot):
        if shots.contains(where: { $0.content == shot.content }) {
          leaveOut(.copy)
        } else if shot.prints.isEmpty {
          leaveOut(.noPrint)
        } else if isBurst, shot.prints.count > 1 {
          leaveOut(.severalPrints)
        } else {
          shots.append(shot)
        }
      }
    }
    let shown = zip(shots, Self.alike(shots)).map { (shot: $0, wanted: $1) }
    self.shown = shown.map { ($0.shot.path, $0.shot.content) }
    withOtherPrints = Set(shots.filter { $0.prints.count > 1 }.map(\.path))
    fusion = Fusion(of: shown.map { PrintShot($0.shot.file.photo, $0.wanted.quad) }, threads: threads)
    guard let fusion else {
      facts.leftOut += shown.map { .init(photo: $0.shot.path, reason: .noPrint) }
      (reference, self.facts) = (nil, facts)
      return
    }
    var reference = shown[fusion.reference]
    // Shots that agree on the outline are as sure of it as the surest.
    let agreed = fusion.used.filter { $0.outlineError < Self.sameOutline }.map {
      shown[$0.shot].wanted.confidence
    }
    reference.wanted.confidence = agreed.reduce(reference.wanted.confidence, max)
    self.reference = reference
    facts.note(fusion, of: shown.map(\.shot.path))
    facts.leftOut += fusion.excluded.map {
      .init(photo: shown[$0.shot].shot.path, reason: MergeFacts.Reason($0.exclusion))
    }
    facts.otherPrints = fusion.used.reduce(0) { $0 + shown[$1.shot].shot.prints.count - 1 }
    self.facts = facts
  }
}

extension ItemScanner {
  /// Reads shots and lays them on each other.
  ///
  /// - Parameters:
  ///   - prints: the prints of shots of which they are known. Sidecars and the detector tell those of the others.
  ///   - isBurst: whether the shots were told to be a burst by what they show. Then those that show several prints are left
  ///     out.
  /// - Throws: `needsMemory` if there isn't enough for all of them together.
  package func merged(
    _ shots: [Path], prints: [Path: [WantedPrint]] = [:], isBurst: Bool = false
  ) throws(CodecError) -> MergedShots {
    let (limits, share) = try limits.claimed(memory(of: shots))
    var scanner = self
    scanner.limits = limits
    let read = ShotFile.read(shots, prints: prints, scanner: scanner)
    return MergedShots(read, paths: shots, isBurst: isBurst, memory: share, threads: maker.threads())
  }

  /// The memory that shots need together, in bytes. Those that can't be decoded need none.
  private func memory(of shots: [Path]) -> Int {
    let photos = shots.compactMap { shot in
      (try? photoBytes(at: shot, memory: limits.bytes)).flatMap { PhotoMemory(of: $0, limits: limits) }
    }
    return PhotoMemory.together(photos) + Fusion.memory(shots: photos.count)
  }
}

extension MergedShots {
  /// One print of each shot. Where a shot shows several, those of the shots that are most alike.
  private static func alike(_ shots: [ShotFile]) -> [WantedPrint] {
    guard shots.count > 1, shots.contains(where: { $0.prints.count > 1 }) else { return shots.map { $0.prints[0] } }
    let flats = shots.map { shot in shot.prints.map { FlatPrint($0.print, in: shot.file.photo) } }
    /// The number of the print in a shot that is most like a print, and how much.
    func best(in shot: Int, like print: FlatPrint?) -> (print: Int, likeness: Float) {
      let likenesses = flats[shot].map { flat in
        print.flatMap { print in flat.map { $0.likeness(to: print) } } ?? Self.leastLikeness
      }
      let best = likenesses.indices.reduce(0) { likenesses[$1] > likenesses[$0] ? $1 : $0 }
      return (best, likenesses[best])
    }
    let rows = flats[0].map { first in shots.indices.dropFirst().map { best(in: $0, like: first) } }
    let sums = rows.map { $0.reduce(0) { $0 + $1.likeness } }
    let first = sums.indices.reduce(0) { sums[$1] > sums[$0] ? $1 : $0 }
    return [shots[0].prints[first]] + zip(shots.dropFirst(), rows[first]).map { $0.prints[$1.print] }
  }

  /// The likeness of a print that can't be drawn.
  private static let leastLikeness: Float = -1
}

extension MergeFacts.Reason {
  fileprivate init(_ exclusion: Fusion.Exclusion) {
    switch exclusion {
    case .otherPrint: self = .otherPrint
    case .blurred: self = .blurred
    case .colourless: self = .colourless
    }
  }
}
