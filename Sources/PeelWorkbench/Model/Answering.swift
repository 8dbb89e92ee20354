import PeelImaging

/// What comes of an order, with what it answers.
package enum Answer: Equatable, Sendable {
  /// A photo was read. `kept` has its prints if they were accepted in an earlier session.
  case loaded(ItemID, LoadedPhoto, kept: Kept?)
  case detected(ItemID, Detected)
  /// The corners on the edges; nil if no edge was near enough.
  case snapped(SnapOrder, Quad?)
  case fitted(SnapOrder, Quad?)
  case developed(PreviewOrder, Preview)
  case measured(PreviewOrder, Measure?)
  /// Small scans of an item's prints; nil for those that can't be developed.
  case scansDeveloped(ScansOrder, [SmallScan?])
  case exported(ExportOrder, ExportedScans)
  /// An item's accepted prints were saved, with a note if they aren't beside the photo.
  case kept(ItemID, Sentence?)
  /// The drafts are on disk.
  case draftsKept
  case recalled(Recalled)
  /// The name that a photo got.
  case renamed(RenameOrder, String)
  case rolled(RollChanges, for: Order.Reason)
  case ranked([RankedBurst])
  case merged(MergeOrder, MergedBurst)
  case mergedExported(MergeOrder, MergedBurst, ExportedScans)
  case stereoMade(StereoOrder, StereoPictures)
  case stereoExported(ExportedStereo)
  /// What was made, in words.
  case sheetMade(Sentence)
  /// A clip's frames, best first.
  case framesRanked(FrameRanking)
  case frameKept(ItemID, KeptFrame)
  /// A part of a photo; nil if the photo can't be read.
  case enlarged(CloseUpOrder, CloseUp?)
  case viewed
  /// The order has no answer.
  case none
}

/// What comes of the work that was asked for.
extension Model {
  /// Takes the answer to an order. One that comes after the order ended is dropped.
  mutating func answered(_ ticket: Ticket, _ result: Result<Answer, Sentence>) {
    guard let job = jobs.end(ticket) else { return }
    switch result {
    case .success(let answer): received(answer, doubt: job.doubt)
    case .failure(let sentence): failed(job, sentence)
    }
    leaveIfAllIsSaved()
  }

  private mutating func received(_ answer: Answer, doubt: Job.Doubt?) {
    switch answer {
    case .loaded(let item, let photo, let kept): loaded(photo, of: item, kept, doubt)
    case .detected(let item, let found): detected(found, in: item, doubt)
    case .snapped(let order, let quad): snapped(quad, for: order)
    case .fitted(let order, let edges): desk.fitting.known = (order, edges)
    case .developed(let order, let preview): developed(.success(preview), for: order)
    case .measured(let order, let measure): measured(measure, for: order)
    case .scansDeveloped(let order, let pictures): scansDeveloped(pictures, for: order)
    case .exported(let order, let scans): exported(.success(scans), for: order)
    case .kept(let item, let sentence): kept(item, sentence)
    case .draftsKept: draftFault = nil
    case .recalled(let all): recalled(all)
    case .renamed(let order, let name): renamed(order, to: name)
    case .rolled(let changes, let reason): rolled(changes, for: reason)
    case .ranked(let bursts): ranked(bursts)
    case .merged(let order, let burst): merged(burst, for: order)
    case .mergedExported(let order, let burst, let scans): exported(scans, of: burst, for: order)
    case .stereoMade(let order, let pictures): stereoMade(.success(pictures), for: order)
    case .stereoExported(let files): stereoExported(files)
    case .sheetMade(let sentence): message = note(sentence.text)
    case .framesRanked(let ranking): framesRanked(ranking)
    case .frameKept(let item, let frame): frameKept(frame, of: item)
    case .enlarged(let order, let closeUp): enlarged(closeUp, for: order)
    case .viewed: message = note("opened in another program")
    case .none: break
    }
  }

  private mutating func failed(_ job: Job, _ sentence: Sentence) {
    switch job.order {
    case .load(let item), .scout(let item), .detect(let item): failed(item, sentence, job.doubt)
    case .preview(let order): developed(.failure(sentence), for: order)
    case .export(let order): exported(.failure(sentence), for: order)
    case .keep(let item, _, _): notKept(item, sentence)
    case .merge(let order): notMerged(order, sentence)
    case .makeStereo(let order): stereoMade(.failure(sentence), for: order)
    case .rename(let rename): notRenamed(rename, sentence)
    case .rankFrames:
      message = trouble(sentence.text)
      page.frames = nil
    case .keepFrame(let item, _):
      message = trouble(sentence.text)
      // The clip may have changed. The next time its frames are shown, they are ranked anew.
      if memory.frames?.item == item { memory.frames = nil }
    case .keepDrafts(let refused): notKept(refused, sentence)
    // The tiles say so.
    case .developScans(let order): scansDeveloped(order.outlines.map { _ in nil }, for: order)
    case .makeSheet(let order): sheetFailed(order, sentence)
    case .exportMerged, .exportStereo, .view, .snap, .fit, .measure, .recall, .rescan, .rank, .closeUp,
      .took, .forgetMerge, .forgetStereo, .stopFrames, .remember, .redraw, .suspend, .leave:
      message = trouble(sentence.text)
    }
    // Prints that couldn't be saved are named when a person quits; what else failed, the message tells.
    if job.order.wordsForWaiting != nil, !job.order.isSave { stay() }
  }
}
