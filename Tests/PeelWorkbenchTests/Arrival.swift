import PeelImaging

@testable import PeelWorkbench

/// An answer to the oldest order of its kind that is under way, as tests write it.
enum Arrival {
  case loaded(item: Int, LoadedPhoto, kept: Kept?)
  case failed(item: Int, Sentence)
  case detected(item: Int, Detected)
  case snapped(SnapOrder, Quad?)
  case fitted(SnapOrder, Quad?)
  case developed(PreviewOrder, Result<Preview, Sentence>)
  case measured(PreviewOrder, Measure?)
  case exported(ExportOrder, Result<ExportedScans, Sentence>)
  case kept(item: Int, Result<Sentence?, Sentence>)
  case recalled(Recalled)
  case ranked([RankedBurst])
  case merged(MergeOrder, Result<MergedBurst, Sentence>)
  case mergedExported(MergeOrder, Result<ExportedScans, Sentence>)
  case stereoMade(StereoOrder, Result<StereoPictures, Sentence>)
  case stereoExported(StereoOrder, Result<ExportedStereo, Sentence>)
  case framesRead(item: Int, done: Int, of: Int?)
  case framesRanked(item: Int, Result<FrameRanking, Sentence>)
  case frameKept(item: Int, Result<KeptFrame, Sentence>)
  case enlarged(CloseUpOrder, CloseUp?)
  case renamed(item: Int, Result<String, Sentence>)
  case viewed(Sentence)
  case rescanned(RollChanges)

  /// What is answered.
  fileprivate func answers(_ order: Order) -> Bool {
    switch (self, order) {
    case (.loaded(let a, _, _), .load(let b)), (.detected(let a, _), .detect(let b)),
      (.detected(let a, _), .scout(let b)), (.failed(let a, _), .load(let b)), (.failed(let a, _), .scout(let b)),
      (.kept(let a, _), .keep(let b, _, _)), (.framesRead(let a, _, _), .rankFrames(let b)),
      (.framesRanked(let a, _), .rankFrames(let b)), (.frameKept(let a, _), .keepFrame(let b, _)):
      a == b
    case (.snapped(let a, _), .snap(let b)), (.fitted(let a, _), .fit(let b)): a == b
    case (.developed(let a, _), .preview(let b)), (.measured(let a, _), .measure(let b)): a == b
    case (.exported(let a, _), .export(let b)): a == b
    case (.enlarged(let a, _), .closeUp(let b)): a == b
    case (.merged(let a, _), .merge(let b)), (.mergedExported(let a, _), .exportMerged(let b, _)): a == b
    case (.stereoMade(let a, _), .makeStereo(let b)), (.stereoExported(let a, _), .exportStereo(let b)): a == b
    case (.renamed(let item, _), .rename(let order)): order.item == item
    case (.recalled, .recall), (.ranked, .rank), (.viewed, .view), (.rescanned, .rescan): true
    default: false
    }
  }

  fileprivate var result: Result<Answer, Sentence> {
    switch self {
    case .loaded(_, let photo, let kept): .success(.loaded(photo, kept: kept))
    case .failed(_, let sentence), .viewed(let sentence): .failure(sentence)
    case .detected(_, let detected): .success(.detected(detected))
    case .snapped(_, let quad), .fitted(_, let quad): .success(.snapped(quad))
    case .developed(_, let result): result.map { .developed($0) }
    case .measured(_, let measure): .success(.measured(measure))
    case .exported(_, let result): result.map { .exported($0) }
    case .mergedExported(_, let result): result.map { .exported($0) }
    case .kept(_, let result): result.map { .kept($0) }
    case .recalled(let all): .success(.recalled(all))
    case .ranked(let bursts): .success(.ranked(bursts))
    case .merged(_, let result): result.map { .merged($0) }
    case .stereoMade(_, let result): result.map { .stereoMade($0) }
    case .stereoExported(_, let result): result.map { .stereoExported($0) }
    case .framesRead: .success(.done)
    case .framesRanked(_, let result): result.map { .framesRanked($0) }
    case .frameKept(_, let result): result.map { .frameKept($0) }
    case .enlarged(_, let closeUp): .success(.enlarged(closeUp))
    case .renamed(_, let result): result.map { .renamed($0) }
    case .rescanned(let changes): .success(.rolled(changes))
    }
  }

  /// The order that is answered although it isn't under way: as if it were asked for once more.
  fileprivate var order: Order? {
    switch self {
    case .loaded(let item, _, _): .load(item: item)
    case .failed(let item, _), .detected(let item, _): .scout(item: item)
    case .kept(let item, _): .keep(item: item, nil, insists: false)
    case .frameKept(let item, _): .keepFrame(item: item, .still)
    case .rescanned: .rescan(.person)
    case .ranked: .rank
    case .recalled: .recall
    default: nil
    }
  }
}

extension Model {
  /// Handles an action and returns what is asked for.
  mutating func update(_ action: Action) -> [Order] { update(action, at: 0).map(\.order) }

  /// Takes an answer and returns what is asked for.
  mutating func update(_ arrival: Arrival, at time: Double = 0) -> [Order] {
    let running = jobs.running.first { arrival.answers($0.order) }
    guard let job = running ?? arrival.order.map({ jobs.start($0) }) else { return [] }
    if case .framesRead(_, let done, let count) = arrival {
      return update(.progressed(job.ticket, done: done, of: count), at: time).map(\.order)
    }
    return update(.answer(job.ticket, arrival.result), at: time).map(\.order)
  }

  mutating func begin() -> [Order] { start().map(\.order) }
}
