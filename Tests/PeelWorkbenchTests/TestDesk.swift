import PeelImaging
import Testing

@testable import PeelWorkbench

/// A workbench with synthetic photos, whose effects are answered at once.
struct TestDesk {
  var model: Model
  /// The effects that the model returned, oldest first.
  var effects: [Order] = []
  /// The detector's result for each photo; nil if the photo can't be read.
  let detections: [Detection?]
  /// The content of the photos that is read; nil if unknown.
  var versions: [ItemID: PhotoVersion] = [:]
  /// Whether `.rank` and `.export` aren't answered.
  var isSlow = false
  /// Whether snaps aren't answered until `answerSnaps` is called.
  var isSnapSlow = false
  /// The photos whose files have depth.
  var withDepth: Set<ItemID> = []
  /// How it is known which side of every print is up, once it is developed.
  var wayUp = WayUp.given
  /// Whether photos are pairs without a depth map, and whether their depth can't be read.
  var (isPair, isDepthDamaged) = (false, false)
  /// Whether the edges at the handle are found. It takes time, so only their tests want it.
  var showsEdges = false
  /// The scale of photos that are pages from a flatbed.
  private let page: PageScale?
  private var snaps: [SnapOrder] = []
  /// Whether photos other than the current one and its neighbour aren't searched until `answerScouts` is called.
  private var isScoutSlow: Bool
  private var scouts: [ItemID] = []
  /// The saved prints, by item.
  var disk: [ItemID: Kept] = [:]
  /// The time, in seconds. Each key takes a tenth of a second.
  var time = 0.0

  static let width = 400
  static let height = 300

  /// A white print on a dark table, from (100, 50) to (300, 250).
  static let photo = Photo(
    luma: Plane(width: width, height: height) { y, row in
      for x in 0..<width { row.append((100..<300).contains(x) && (50..<250).contains(y) ? 240 : 30) }
    })

  static let print = Print(
    quad: Quad(x: 100, y: 50, width: 200, height: 200), confidence: 0.984, film: .named("instax-square"),
    isUpright: true)
  static let picture = Candidate(quad: Quad(x: 120, y: 70, width: 160, height: 150), confidence: 0.31)
  static let sure = Detection(verdict: .sure, prints: [print], candidates: [picture])
  static let nothing = Detection(verdict: .none)

  init(
    _ detections: [Detection?] = [sure], names: [String]? = nil, columns: Int = 80, rows: Int = 24,
    disk: [ItemID: Kept] = [:], isScoutSlow: Bool = false, kinds: [RollItem.Kind]? = nil, withDepth: Set<ItemID> = [],
    page: PageScale? = nil
  ) {
    self.page = page
    self.withDepth = withDepth
    self.isScoutSlow = isScoutSlow
    self.detections = detections
    self.disk = disk
    let names = names ?? (kinds?.indices ?? detections.indices).map { "photo-\($0 + 1).jpg" }
    model = Model(photos: names, kinds: kinds)
    perform(model.begin())
    update(.resized(columns: columns, rows: rows))
  }

  mutating func update(_ action: Action) { perform(model.update(action, at: time).map(\.order)) }
  mutating func update(_ command: DeskCommand) { update(.command(.desk(command))) }
  mutating func update(_ command: ProgramCommand) { update(.command(.program(command))) }

  mutating func update(_ arrival: Reply) { perform(model.update(arrival, at: time)) }

  mutating func press(_ keys: [Key]) {
    for key in keys {
      time += 0.1
      update(.key(key))
    }
  }

  /// Presses keys. Each character is a key; other keys are written by name, such as `<Tab>`.
  mutating func press(_ keys: String) throws { try press(Self.keys(keys)) }

  static func keys(_ text: String) throws -> [Key] {
    let named: [String: Key] = [
      "Tab": .tab, "BackTab": .backTab, "Left": .left, "Right": .right, "Up": .up, "Down": .down,
      "S-Left": .shiftLeft, "S-Right": .shiftRight, "S-Up": .shiftUp, "S-Down": .shiftDown,
      "Enter": .enter, "Esc": .escape, "C-r": .control("r"), "C-u": .control("u"), "C-c": .control("c"),
      "C-z": .control("z"),
      "Home": .home, "End": .end, "PgDn": .pageDown, "PgUp": .pageUp, "A-Right": .altRight, "A-l": .alt("l"),
      "Back": .backspace,
    ]
    var keys: [Key] = []
    var rest = text[...]
    while let letter = rest.popFirst() {
      if letter == "<", let end = rest.firstIndex(of: ">") {
        keys.append(try #require(named[String(rest[..<end])]))
        rest = rest[rest.index(after: end)...]
      } else {
        keys.append(.character(letter))
      }
    }
    return keys
  }

  private var scanned: Photo {
    var photo = Self.photo
    photo.page = page
    return photo
  }

  private mutating func perform(_ effects: [Order]) {
    for effect in effects {
      self.effects.append(effect)
      if case .keep(let photo, let kept, _) = effect { disk[photo] = kept }
      if isSnapSlow, case .snap(let order) = effect {
        snaps.append(order)
      } else if isScoutSlow, case .scout(let photo) = effect {
        scouts.append(photo)
      } else if let answer = answer(to: effect) {
        update(answer)
      }
    }
  }

  /// Answers the waiting snaps, and those that the answers cause.
  mutating func answerSnaps() {
    while !snaps.isEmpty {
      let order = snaps.removeFirst()
      update(.snapped(order, order.result(in: Self.photo)))
    }
  }

  /// Answers the waiting searches, and those that follow.
  mutating func answerScouts() {
    isScoutSlow = false
    while !scouts.isEmpty {
      if let answer = answer(to: .scout(item: scouts.removeFirst())) { update(answer) }
    }
  }

  /// The detector's result for a photo; nil if it can't be read. Frames that were kept show a print.
  private func detection(of photo: ItemID) -> Detection? {
    detections.indices.contains(photo.number) ? detections[photo.number] : Self.sure
  }

  private func answer(to effect: Order) -> Reply? {
    switch effect {
    case .load(let photo):
      detection(of: photo) == nil
        ? .failed(item: photo, Sentence("photo-\(photo.number + 1).jpg: the file is empty; copy it once more"))
        // Saved prints of a photo of another size are ignored.
        : .loaded(
          item: photo,
          LoadedPhoto(
            scanned, version: versions[photo], hasClip: model.roll[photo].kind != .photo,
            hasDepth: withDepth.contains(photo)),
          kept: disk[photo].flatMap { $0.width == Self.width && $0.version == versions[photo] ? $0 : nil })
    case .detect(let photo): detection(of: photo).map { .detected(item: photo, Detected($0, in: Self.photo)) }
    case .scout(let photo):
      detection(of: photo).map {
        var detected = disk[photo].map { Detected($0) } ?? Detected($0, in: Self.photo)
        detected.version = versions[photo] ?? detected.version
        detected.hasDepth = withDepth.contains(photo)
        return .detected(item: photo, detected)
      }
        ?? .failed(item: photo, Sentence("the file is empty"))
    case .recall: .recalled(Recalled(kept: disk))
    case .keep(let photo, _, _): .kept(item: photo, .success(nil))
    case .snap(let order): .snapped(order, order.result(in: Self.photo))
    case .fit(let order): showsEdges ? .fitted(order, order.edges(in: Self.photo)) : nil
    case .measure(let order): .measured(order, Measure(width: 2100, height: 2560, ppi: 610.4, sharpness: 123.4))
    case .preview(let order):
      .developed(
        order,
        Self.preview(order.outline.quad, wayUp).map { .success($0) } ?? .failure(Sentence("the corners make no print")))
    case .developScans(let order):
      isSlow
        ? nil : .scansDeveloped(order, .success(order.outlines.map { _ in SmallScan(Self.flat(180), wayUp: wayUp) }))
    case .export(let order):
      isSlow
        ? nil
        : .exported(
          order,
          .success(
            ExportedScans(
              order.outlines.indices.map {
                ExportedFile(
                  name: "photo-\(order.item.number + 1)-\($0 + 1).jpg", folder: "scans", width: 2100, height: 2560)
              })))
    case .rank: isSlow ? nil : .ranked(bursts)
    case .merge(let order): isSlow ? nil : .merged(order, .success(Self.merged(order)))
    case .exportMerged(let order, _):
      isSlow
        ? nil
        : .mergedExported(
          order,
          .success(ExportedScans([ExportedFile(name: "merged-1.jpg", folder: "scans", width: 2100, height: 2560)])))
    case .rescan: .rescanned(RollChanges())
    case .rename(let order):
      .renamed(
        item: order.item, order.name == "taken" ? .failure(Sentence("taken is there already")) : .success(order.name))
    case .closeUp(let order): isSlow ? nil : .enlarged(order, CloseUp(of: Self.photo, around: order.point))
    case .rankFrames(let item): isSlow ? nil : .framesRanked(item: item, .success(FrameRanking(Self.frames)))
    case .keepFrame(let item, .still):
      .frameKept(item: item, .success(KeptFrame(item: 0, name: model.roll[0].title)))
    case .keepFrame(let item, .frame(let number, _)):
      .frameKept(item: item, .success(KeptFrame(item: ItemID(model.roll.count), name: "frame-\(number).jpg")))
    case .view: .viewed(Sentence("there is no desktop to open a picture on"))
    case .makeStereo(let order):
      isSlow
        ? nil
        : .stereoMade(order, isDepthDamaged ? .failure(Sentence("damaged")) : .success(Self.stereo(order, isPair)))
    case .exportStereo(let order):
      isSlow
        ? nil
        : .stereoExported(
          order,
          .success(ExportedStereo(name: "photo-1-\(order.show).jpg", folder: "scans", change: .new)))
    case .makeSheet(let order): .sheetMade(order, .success(Sentence("made \(order.name)")))
    case .redraw, .suspend, .leave, .keepDrafts, .remember, .took, .stopFrames, .forgetMerge, .forgetStereo: nil
    }
  }

  /// A preview; nil if the corners can't be those of a print.
  private static func preview(_ quad: Quad, _ wayUp: WayUp) -> Preview? {
    let levels = Histogram(of: (0..<1000).map { UInt8(60 + $0 % 100) })
    return Pose(quad: quad, photoSize: (width, height), focalLength: nil).map { pose in
      Preview(
        rendition: Rendition(Picture(width: 40, height: 50, samples: .init(repeating: 200, count: 6000))), pose: pose,
        crop: .print, wayUp: wayUp, before: Array(repeating: levels, count: 3),
        after: Array(repeating: levels, count: 3))
    }
  }

  /// Up to two bursts, depending on the number of photos: the third, first and second, and the fourth and fifth.
  var bursts: [RankedBurst] {
    [[2, 0, 1], [3, 4]].filter { $0.allSatisfy(detections.indices.contains) }.map { photos in
      RankedBurst(
        shots: zip(photos, [1, 0.72, 0.2]).map { photo, relative in
          RankedShot(
            item: ItemID(photo), thumbnail: Self.flat(200), edges: Self.flat(20), score: 800 * relative,
            relative: relative,
            why: relative == 1 ? "" : relative > 0.5 ? "blur" : "motion blur sideways",
            detail: Point(40, 50))
        })
    }
  }

  /// The shots of an order, merged. The second of three shows other prints too.
  static func merged(_ order: MergeOrder) -> MergedBurst {
    MergedBurst(
      pictures: [flat(90), flat(120), flat(150)],
      used: order.shots.enumerated().map { number, shot in
        .init(item: shot.item, share: number == 0 ? 0.625 : 0.25, hasOtherPrints: number == 1 && order.shots.count == 3)
      }, unmended: 0.0123)
  }

  /// The stereo pictures of an order. The main subject lies at 40 %.
  static func stereo(_ order: StereoOrder, _ isPair: Bool = false) -> StereoPictures {
    StereoPictures(
      pictures: order.show == .wobble ? [flat(60), flat(240)] : [flat(120)],
      focus: isPair ? nil : order.focus ?? 40, map: isPair ? nil : PixelSize(width: 768, height: 576))
  }

  /// The frames of a clip, and the still, best first.
  static let frames = [
    frame(.frame(17, time: 0.567), 0.81, ""), frame(.still, 0.6, "eyes shut"),
    frame(.frame(3, time: 0.1), 0, "no face"),
  ]

  private static func frame(_ source: RankedFrame.Source, _ score: Double, _ why: String) -> RankedFrame {
    let face = RankedFrame.Face(
      box: Quad(x: 20, y: 20, width: 30, height: 40), score: score,
      parts: [.init(name: "focus", score: 0.98), .init(name: "eyes", score: score)])
    return RankedFrame(
      source: source, rendition: flat(120), score: score, relative: score / 0.81, why: why,
      faces: score > 0 ? [face] : [])
  }

  private static func flat(_ level: UInt8) -> Rendition {
    Rendition(Photo(luma: Plane(width: 80, height: 100, filledWith: level)))
  }

  func screen(
    columns: Int = 80, rows: Int = 24, depth: Capabilities.Depth = .trueColour,
    glyphs: Capabilities.Glyphs = .blocks
  ) -> Screen {
    model.screen(columns: columns, rows: rows, capabilities: Capabilities(depth: depth, glyphs: glyphs))
  }

  func line(_ row: Int, columns: Int = 80, rows: Int = 24) -> String {
    let lines = screen(columns: columns, rows: rows).text.split(separator: "\n", omittingEmptySubsequences: false)
    return String(lines[(row + rows) % rows])
  }

  var status: String { line(-2) }
  var title: String { line(0) }
}

extension Kept {
  /// Whether it says that another shot was taken, or that the photo is merged.
  var isSetAside: Bool { aside != nil }
}
