import PeelImaging

@testable import PeelWorkbench

/// An answer to the oldest order of its kind that is under way, as tests write it.
struct Reply {
  let answers: (Order) -> Bool
  let result: (Order) -> Result<Answer, Sentence>
  /// The order that is answered although it isn't under way: as if it were given once more.
  let other: Order?

  private init(
    _ result: Result<Answer, Sentence>, other: Order? = nil, to answers: @escaping (Order) -> Bool
  ) {
    (self.result, self.other, self.answers) = ({ _ in result }, other, answers)
  }

  private init(_ result: Result<Answer, Sentence>, to order: Order, again: Bool = false) {
    self.init(result, other: again ? order : nil) { $0 == order }
  }

  static func loaded(item: ItemID, _ photo: LoadedPhoto, kept: Kept?) -> Reply {
    Reply(.success(.loaded(item, photo, kept: kept)), to: .load(item: item), again: true)
  }
  static func failed(item: ItemID, _ sentence: Sentence) -> Reply {
    Reply(.failure(sentence), other: .scout(item: item)) { $0.itemOfReading == item }
  }
  static func detected(item: ItemID, _ detected: Detected) -> Reply {
    Reply(.success(.detected(item, detected)), other: .scout(item: item)) {
      $0 == .detect(item: item) || $0 == .scout(item: item)
    }
  }
  static func snapped(_ order: SnapOrder, _ quad: Quad?) -> Reply {
    Reply(.success(.snapped(order, quad)), to: .snap(order))
  }
  static func fitted(_ order: SnapOrder, _ quad: Quad?) -> Reply {
    Reply(.success(.fitted(order, quad)), to: .fit(order))
  }
  static func developed(_ order: PreviewOrder, _ result: Result<Preview, Sentence>) -> Reply {
    Reply(result.map { .developed(order, $0) }, to: .preview(order))
  }
  static func measured(_ order: PreviewOrder, _ measure: Measure?) -> Reply {
    Reply(.success(.measured(order, measure)), to: .measure(order))
  }
  static func scansDeveloped(_ order: ScansOrder, _ result: Result<[SmallScan?], Sentence>) -> Reply {
    Reply(result.map { .scansDeveloped(order, $0) }, to: .developScans(order))
  }
  static func exported(_ order: ExportOrder, _ result: Result<ExportedScans, Sentence>) -> Reply {
    Reply(result.map { .exported(order, $0) }, to: .export(order))
  }
  static func kept(item: ItemID, _ result: Result<Sentence?, Sentence>) -> Reply {
    Reply(result.map { .kept(item, $0) }, other: .keep(item: item, nil, insists: false)) {
      if case .keep(item, _, _) = $0 { true } else { false }
    }
  }
  static func recalled(_ all: Recalled) -> Reply { Reply(.success(.recalled(all)), to: .recall, again: true) }
  static func ranked(_ bursts: [RankedBurst]) -> Reply {
    Reply(.success(.ranked(bursts)), other: .rank([])) { $0.isRank }
  }
  static func merged(_ order: MergeOrder, _ result: Result<MergedBurst, Sentence>) -> Reply {
    Reply(result.map { .merged(order, $0) }, to: .merge(order))
  }
  static func mergedExported(_ order: MergeOrder, _ result: Result<ExportedScans, Sentence>) -> Reply {
    Reply { asked in
      guard case .exportMerged(order, let burst) = asked else { return nil }
      return result.map { .mergedExported(order, burst, $0) }
    }
  }
  static func stereoMade(_ order: StereoOrder, _ result: Result<StereoPictures, Sentence>) -> Reply {
    Reply(result.map { .stereoMade(order, $0) }, to: .makeStereo(order))
  }
  static func stereoExported(_ order: StereoOrder, _ result: Result<ExportedStereo, Sentence>) -> Reply {
    Reply(result.map { .stereoExported($0) }, to: .exportStereo(order))
  }
  static func sheetMade(_ order: SheetOrder, _ result: Result<Sentence, Sentence>) -> Reply {
    Reply(result.map { .sheetMade($0) }, to: .makeSheet(order))
  }
  static func framesRanked(item: ItemID, _ result: Result<FrameRanking, Sentence>) -> Reply {
    Reply(result.map { .framesRanked($0) }, to: .rankFrames(item: item))
  }
  static func frameKept(item: ItemID, _ result: Result<KeptFrame, Sentence>) -> Reply {
    Reply(result.map { .frameKept(item, $0) }, other: .keepFrame(item: item, .still)) {
      if case .keepFrame(item, _) = $0 { true } else { false }
    }
  }
  static func enlarged(_ order: CloseUpOrder, _ closeUp: CloseUp?) -> Reply {
    Reply(.success(.enlarged(order, closeUp)), to: .closeUp(order))
  }
  static func renamed(item: ItemID, _ result: Result<String, Sentence>) -> Reply {
    Reply { asked in
      guard case .rename(let order) = asked, order.item == item else { return nil }
      return result.map { .renamed(order, $0) }
    }
  }
  static func viewed(_ sentence: Sentence) -> Reply {
    Reply(.failure(sentence)) { if case .view = $0 { true } else { false } }
  }
  static func rescanned(_ changes: RollChanges) -> Reply {
    Reply(other: .rescan(.person)) { asked in
      guard case .rescan(let reason) = asked else { return nil }
      return .success(.rolled(changes, for: reason))
    }
  }

  /// - Parameter result: what answers an order; nil if it isn't the one.
  private init(other: Order? = nil, _ result: @escaping (Order) -> Result<Answer, Sentence>?) {
    answers = { result($0) != nil }
    self.result = { result($0) ?? .success(.none) }
    self.other = other
  }
}

extension Model {
  /// Handles an action and returns what is asked for.
  mutating func update(_ action: Action) -> [Order] { update(action, at: 0).map(\.order) }

  mutating func update(_ command: DeskCommand) -> [Order] { update(.command(.desk(command))) }
  mutating func update(_ command: PanelCommand) -> [Order] { update(.command(.panel(command))) }
  mutating func update(_ command: ProgramCommand) -> [Order] { update(.command(.program(command))) }

  /// Takes an answer and returns what is asked for.
  mutating func update(_ reply: Reply, at time: Double = 0) -> [Order] {
    if !jobs.orders.contains(where: reply.answers), let other = reply.other {
      _ = jobs.start(other)
      _ = jobs.takeNew()
    }
    guard let job = jobs.running.first(where: { reply.answers($0.order) }) else { return [] }
    return update(.answer(job.ticket, reply.result(job.order)), at: time).map(\.order)
  }

  mutating func begin() -> [Order] { start().map(\.order) }

  init(photos names: [String], kinds: [RollItem.Kind]? = nil) {
    self.init(
      Roll(
        names.enumerated().map { number, name in
          RollItem(ItemID(number), title: name, kind: kinds?[number] ?? .photo)
        }))
  }
}
