/// Makes a flat scan of a print that lies in a photo: `Developer()(photo, quad)`.
public struct Developer: Sendable {
  public var whiteBalance = WhiteBalance.endsIn
  /// Percent of the pixels that become black and that become white, 0 to 50; more or less is taken for the nearer end.
  public var clip = 1.0
  public var crop = Crop.print
  /// Quarters clockwise by which the finished scan is turned.
  public var turn = 0
  /// Millimetres trimmed from each side of what is cropped, 0 or more. Needs a film; without one nothing is trimmed.
  public var inset = 0.0
  /// What is shown where the print reaches beyond the photo.
  public var fill = Fill.edge
  /// Where the way up is not given, puts the thick border down if the picture's place in a known film's frame says
  /// clearly where it is.
  public var setsUpright = false
  /// Pixels to an inch of the real print. Needs a film; nil keeps the sampling of the photo.
  public var ppi: Double?
  /// Most pixels along the longer side, for previews. Never makes a scan larger.
  public var longSide: Int?
  public var limits = Limits()

  /// What is refused, and what is fixed by experience.
  public struct Limits: Sendable, Hashable {
    /// Of the quad's shortest side, in photo pixels.
    public var leastSide = 8.0
    /// Area over the square of the longest side: a square has 1, a print twice as long as wide 0.5.
    public var leastFlatness = 0.02
    /// Distance of the print's farthest corner over that of its nearest.
    public var mostDepth = 12.0
    /// Of the quad's area in the photo.
    public var leastShare = 0.05
    /// Pixels along a side of a scan, as many as a JPEG may have.
    public var mostPixels = 32_000
    /// Pixels of a scan in all.
    public var mostArea = 400_000_000
    /// Share of each side left out where the levels are taken, so that a sliver of table cannot set the black point.
    public var inset = 0.025
    /// Longer side of the small proof on which frame and picture are looked for, in pixels.
    public var proof = 1000

    public init() {}
  }

  public init() {}

  /// Does it all on the caller's thread. `quad` in photo pixels, from the print's own top left if `isUpright`.
  ///
  /// With a film the scan has exactly its proportions; otherwise those of the quad's pose. The scan samples the print
  /// as the photo does along the best resolved side, unless `ppi` says otherwise.
  public func callAsFunction(
    _ photo: Photo, _ quad: Quad, film: FilmFormat? = nil, isUpright: Bool = false
  ) throws(DevelopmentError) -> Scan {
    let development = try prepare(photo, quad, film: film, isUpright: isUpright)
    return development.scan(of: [development.strip(rows: 0..<development.height)])
  }

  /// All that comes before the pixels. Strips of the development may then be made on several threads.
  public func prepare(
    _ photo: Photo, _ quad: Quad, film: FilmFormat? = nil, isUpright: Bool = false
  ) throws(DevelopmentError) -> Development {
    let outline = try Outline(quad, in: photo, film: film, isUpright: isUpright, limits: limits)
    let whole = try size(of: outline)
    let isUpright = isUpright && outline.isUpright
    let isWayUpWanted = setsUpright && !isUpright && film != nil
    let look =
      self.crop == .picture || whiteBalance == .frame || isWayUpWanted ? try look(at: photo, outline) : nil
    var wayUp = isUpright ? WayUp.given : .unknown
    if isWayUpWanted, let quarters = look?.finding?.quartersToUpright { wayUp = .found(quarters: quarters) }

    var crop = Crop.print
    var shown = Rectangle(x: 0, y: 0, width: Double(whole.width), height: Double(whole.height))
    if self.crop == .picture, let look, let finding = look.finding {
      crop = .picture
      shown = finding.picture.scaled(by: Double(whole.width) / Double(look.proof.luma.width))
    }
    let isTrimmed = inset > 0 && film != nil
    if isTrimmed {
      shown = shown.inset(by: inset * Double(whole.width) / outline.width)
      guard shown.width > 0, shown.height > 0 else { throw .trimmedAway(inset: inset) }
    }
    let isWhole = crop == .print && !isTrimmed
    let size = isWhole ? whole : try self.size(of: shown, crop, whole: whole, outline)

    let printMap = try outline.map(width: whole.width, height: whole.height)
    let turn = self.turn + wayUp.quarters
    let map = printMap.after(shown.map(width: size.width, height: size.height)).turned(
      quarters: turn, width: Double(size.width), height: Double(size.height))
    let isTurned = turn % 2 != 0
    let sampling = isPreview(of: outline) ? Warp.Sampling.preview : Warp.Sampling()
    let warp = Warp(
      photo, map: map, width: isTurned ? size.height : size.width, height: isTurned ? size.width : size.height,
      sampling: sampling)
    // What is cut away counts for the levels all the same.
    let wholePrint =
      isWhole ? nil : Warp(photo, map: printMap, width: whole.width, height: whole.height, sampling: sampling)
    // Along the film's width of the print, and so the same along the crop's.
    let shownWidth = outline.width * shown.width / Double(whole.width)
    return Development(
      warp: warp, wholePrint: wholePrint, photo: photo, outline: outline, developer: self, crop: crop,
      frame: whiteBalance == .frame ? look.flatMap { Frame(in: $0.proof, picture: $0.finding?.picture) } : nil,
      ppi: film.map { _ in Double(size.width) / shownWidth * 25.4 }, wayUp: wayUp)
  }

  /// A small copy of the whole print, and where the picture is in it.
  private func look(
    at photo: Photo, _ outline: Outline
  ) throws(DevelopmentError) -> (proof: YCC, finding: PictureFinder.Finding?) {
    let proof = try proof(of: photo, outline)
    let finder = PictureFinder(in: proof.luma)
    return (proof, outline.film.map { finder.find($0, isUpright: outline.isUpright) } ?? finder.find())
  }
}

extension WayUp {
  /// By which a scan is turned clockwise to stand upright.
  fileprivate var quarters: Int {
    switch self {
    case .given, .unknown: 0
    case .found(let quarters): quarters
    }
  }
}
