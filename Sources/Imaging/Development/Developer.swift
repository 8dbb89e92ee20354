/// Makes a flat scan of a print that lies in a photo: `Developer()(photo, quad)`.
public struct Developer: Sendable {
  public var whiteBalance = WhiteBalance.endsIn
  /// Percent of the pixels that become black and that become white, 0 to 50; more or less is taken for the nearer end.
  public var clip = 1.0
  public var crop = Crop.print
  /// Quarters clockwise by which the finished scan is turned.
  public var turn = 0
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

  /// Does it all on the caller's thread. `quad` in photo pixels, from the print's own top left if that is known.
  ///
  /// With a film the scan has exactly its proportions; otherwise those of the quad's pose. The scan samples the print
  /// as the photo does along the best resolved side, unless `ppi` says otherwise.
  public func callAsFunction(_ photo: Photo, _ quad: Quad, film: FilmFormat? = nil) throws(DevelopmentError) -> Scan {
    let development = try prepare(photo, quad, film: film)
    return development.scan(of: [development.strip(rows: 0..<development.height)])
  }

  /// All that comes before the pixels. Strips of the development may then be made on several threads.
  public func prepare(
    _ photo: Photo, _ quad: Quad, film: FilmFormat? = nil
  ) throws(DevelopmentError) -> Development {
    let outline = try Outline(quad, in: photo, film: film, limits: limits)
    let whole = try size(of: outline)
    var crop = Crop.print
    var frame: Frame?
    var shown = Rectangle(x: 0, y: 0, width: Double(whole.width), height: Double(whole.height))
    var size = whole
    if self.crop == .picture || whiteBalance == .frame {
      let proof = try proof(of: photo, outline)
      let finder = PictureFinder(in: proof.luma)
      let finding = film.map { finder.find($0, isUpright: outline.isUpright) } ?? finder.find()
      let scale = Double(whole.width) / Double(proof.luma.width)
      if whiteBalance == .frame { frame = Frame(in: proof, picture: finding?.picture) }
      if self.crop == .picture, let picture = finding?.picture {
        crop = .picture
        shown = Rectangle(
          x: picture.x * scale, y: picture.y * scale, width: picture.width * scale, height: picture.height * scale)
        size = try self.size(of: shown, whole: whole, outline)
      }
    }
    let printMap = try outline.map(width: whole.width, height: whole.height)
    let map = printMap.after(shown.map(width: size.width, height: size.height)).turned(
      quarters: turn, width: Double(size.width), height: Double(size.height))
    let isTurned = turn % 2 != 0
    let sampling = isPreview(of: outline) ? Warp.Sampling.preview : Warp.Sampling()
    let warp = Warp(
      photo, map: map, width: isTurned ? size.height : size.width, height: isTurned ? size.width : size.height,
      sampling: sampling)
    // What is cut away counts for the levels all the same.
    let wholePrint =
      crop == .print
      ? nil : Warp(photo, map: printMap, width: whole.width, height: whole.height, sampling: sampling)
    // Along the film's width of the print, and so the same along the crop's.
    let shownWidth = outline.width * shown.width / Double(whole.width)
    return Development(
      warp: warp, wholePrint: wholePrint, photo: photo, outline: outline, developer: self, crop: crop, frame: frame,
      ppi: film.map { _ in Double(size.width) / shownWidth * 25.4 })
  }
}
