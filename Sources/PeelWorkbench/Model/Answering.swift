import PeelImaging

/// What comes of an order.
package enum Answer: Equatable, Sendable {
  /// A photo was read. `kept` has its prints if they were accepted in an earlier session.
  case loaded(LoadedPhoto, kept: Kept?)
  case detected(Detected)
  /// The corners on the edges; nil if no edge was near enough.
  case snapped(Quad?)
  case developed(Preview)
  case measured(Measure?)
  case exported(ExportedScans)
  /// An item's accepted prints were saved, with a note if they aren't beside the photo.
  case kept(Sentence?)
  case recalled(Recalled)
  /// The name that a photo got.
  case renamed(String)
  case rolled(RollChanges)
  case ranked([RankedBurst])
  case merged(MergedBurst)
  case stereoMade(StereoPictures)
  case stereoExported(ExportedStereo)
  /// A clip's frames, best first.
  case framesRanked(FrameRanking)
  case frameKept(KeptFrame)
  /// A part of a photo; nil if the photo can't be read.
  case enlarged(CloseUp?)
  case done
}

/// What comes of the work that was asked for.
extension Model {
  /// Takes the answer to an order. One that comes after the order ended is dropped.
  mutating func answered(_ ticket: Ticket, _ result: Result<Answer, Sentence>) {
    guard let order = jobs.end(ticket) else { return }
    switch result {
    case .success(let answer): take(answer, to: order)
    case .failure(let sentence): failed(order, sentence)
    }
    leaveIfAllIsSaved()
  }

  private mutating func take(_ answer: Answer, to order: Order) {
    switch order {
    case .load(let item): if case .loaded(let photo, let kept) = answer { loaded(photo, of: item, kept) }
    case .detect(let item), .scout(let item): if case .detected(let found) = answer { detected(found, in: item) }
    case .snap(let order): if case .snapped(let quad) = answer { snapped(quad, for: order) }
    case .fit(let order): if case .snapped(let edges) = answer { fitting.known = (order, edges) }
    case .preview(let order): if case .developed(let preview) = answer { developed(.success(preview), for: order) }
    case .measure(let order): if case .measured(let measure) = answer { measured(measure, for: order) }
    case .export(let order): if case .exported(let scans) = answer { exported(.success(scans), for: order) }
    case .keep(let item, _, _): if case .kept(let sentence) = answer { kept(item, sentence) }
    case .recall: if case .recalled(let all) = answer { recalled(all) }
    case .view: message = note("opened in another program")
    case .rename(let rename): if case .renamed(let name) = answer { renamed(rename, to: name) }
    case .rescan(let reason): if case .rolled(let changes) = answer { rolled(changes, for: reason) }
    case .rank: if case .ranked(let bursts) = answer { ranked(bursts) }
    case .merge(let order): if case .merged(let burst) = answer { merged(burst, for: order) }
    case .exportMerged(let order, let burst):
      if case .exported(let scans) = answer { exported(scans, of: burst, for: order) }
    case .makeStereo(let order):
      if case .stereoMade(let pictures) = answer { stereoMade(.success(pictures), for: order) }
    case .exportStereo: if case .stereoExported(let files) = answer { stereoExported(files) }
    case .rankFrames: if case .framesRanked(let ranking) = answer { framesRanked(ranking) }
    case .keepFrame(let item, _): if case .frameKept(let frame) = answer { frameKept(frame, of: item) }
    case .closeUp(let order): if case .enlarged(let closeUp) = answer { enlarged(closeUp, for: order) }
    case .took, .forgetMerge, .forgetStereo, .stopFrames, .remember, .redraw, .suspend, .leave: break
    }
  }

  private mutating func failed(_ order: Order, _ sentence: Sentence) {
    switch order {
    case .load(let item), .scout(let item), .detect(let item): failed(item, sentence)
    case .preview(let order): developed(.failure(sentence), for: order)
    case .export(let order): exported(.failure(sentence), for: order)
    case .keep(let item, _, _): notKept(item, sentence)
    case .merge(let order): notMerged(order, sentence)
    case .makeStereo(let order): stereoMade(.failure(sentence), for: order)
    case .rename(let rename): notRenamed(rename, sentence)
    case .rankFrames, .keepFrame, .exportMerged, .exportStereo, .view:
      message = trouble(sentence.text)
      if case .rankFrames = order { frameStrip = nil }
      // The clip may have changed. The next time its frames are shown, they are ranked anew.
      if case .keepFrame(let item, _) = order, rankedFrames?.item == item { rankedFrames = nil }
    case .snap, .fit, .measure, .recall, .rescan, .rank, .closeUp, .took, .forgetMerge, .forgetStereo, .stopFrames,
      .remember, .redraw, .suspend, .leave:
      message = trouble(sentence.text)
    }
    // Prints that couldn't be saved are named when a person quits; what else failed, the message tells.
    if order.wordsForWaiting != nil, !order.isSave { stay() }
  }
}
