import PeelImaging

/// Collecting shots of a print from several sides, and merging them.
extension LiveModel {
  /// Begins to collect shots or, if some are collected, has them merged.
  mutating func beginOrMerge() -> [LiveEffect] {
    guard let collection else {
      guard let frame, frame.still.count == 1 else {
        let why = (frame?.still.count ?? 0) > 1 ? "merging needs one print in sight" : "keep the print still first"
        message = .init(kind: .note, text: why)
        return []
      }
      (self.collection, message) = (ShotCollection(), nil)
      return collect(frame)
    }
    guard !collection.isBusy, !shots.isBusy, let progress = collection.progress else { return [] }
    guard progress.shots > 1 || question == .shoot else {
      question = .shoot
      message = .init(
        kind: .trouble, text: "only one shot so far, so its glare stays; Space again writes it, Esc drops it")
      return []
    }
    question = nil
    return merge(isInSight: !collection.isOtherInSight)
  }

  /// Takes a shot if the print lies elsewhere in the frame than in the shots so far.
  mutating func collect(_ frame: LiveFrame) -> [LiveEffect] {
    guard let known = collection, !known.isBusy, !shots.isBusy, frame.prints.count == 1, frame.still.count == 1,
      known.isNew(frame.still[0])
    else { return [] }
    collection?.places.append(frame.still[0])
    collection?.isBusy = true
    return [.collect]
  }

  mutating func collected(_ shot: CollectedShot) -> [LiveEffect] {
    guard let known = collection, known.isBusy else { return [] }
    collection?.isBusy = false
    switch shot {
    case .added(let progress):
      collection?.progress = progress
      collection?.isOtherInSight = false
      (question, message) = (nil, nil)
      return progress.isClear || known.places.count >= ShotCollection.most ? merge() : []
    case .otherPrint:
      (question, message) = (nil, nil)
      guard isAutomatic, known.progress != nil else {
        collection?.isOtherInSight = true
        return []
      }
      // The next print was put down. Its first shot is taken again, to be the first of the next scan.
      nextQuad = known.places.last
      return merge(isInSight: false) + [.collect]
    case .failed(let sentence):
      message = .init(kind: .trouble, text: sentence.text)
      // Without a first shot there is nothing to add to.
      if known.progress == nil { collection = nil }
      return []
    }
  }

  /// Quits. If shots aren't merged yet, asks first.
  mutating func leave() -> [LiveEffect] {
    guard let collection, !shots.isBusy, question != .leave else { return [.leave] }
    question = .leave
    message = .init(kind: .trouble, text: "not merged yet: \(collection.shots); Space merges, q again quits")
    return []
  }

  /// Has the shots merged.
  ///
  /// - Parameter isInSight: whether their print is still in sight.
  mutating func merge(isInSight: Bool = true) -> [LiveEffect] {
    shots.isBusy = true
    if isInSight { readiness.take() }
    message = .init(kind: .note, text: "merging the shots…")
    return [.merge]
  }
}
