/// Makes a flat scan of a print that lies in a photo: `Developer()(photo, quad)`.
package struct Developer: Sendable {
  /// How the colours are corrected.
  package var whiteBalance = WhiteBalance.auto
  /// The percentage of pixels that become black, and that become white; clamped to 0…50.
  package var clip = 1.0
  /// Whether the print's fading is undone, instead of the white balance. This works only for prints with a white or black
  /// frame.
  package var restoresFading = false
  /// The part of the print that the scan shows.
  package var crop = Crop.print
  /// The turn of the finished scan.
  package var turn: QuarterTurns = 0
  /// The millimetres trimmed from each side of the crop, 0 or more. Ignored if neither the film nor the page's scale is known.
  package var inset = 0.0
  /// What the scan shows where the print reaches beyond the photo.
  package var fill = Fill.edge
  /// Whether a print whose top isn't known is set upright: with its thick border at the bottom if the film is known and
  /// the picture's position in the frame clearly shows which way is up, or else by `turnsByContent`.
  package var setsUpright = false
  /// Finds out from a small copy of the print by how much it must be turned to be upright; nil if it can't tell. It is asked
  /// if `setsUpright` is true and the frame doesn't tell.
  package var turnsByContent: (@Sendable (Photo) -> QuarterTurns?)?
  /// The scan's pixels per inch of the real print. Needs a film or a page's scale; nil keeps the photo's sampling.
  package var ppi: Double?
  /// The most pixels along the longer side, for previews. Never enlarges a scan.
  package var longSide: Int?
  /// Which outlines are rejected, and other limits found by experience.
  package var limits = Limits()

  /// Which outlines are rejected, and other limits found by experience.
  package struct Limits: Sendable, Hashable {
    /// The least length of the quad's shortest side, in photo pixels.
    package var leastSide = 8.0
    /// The least area over the square of the longest side: 1 for a square, 0.5 for a print twice as long as wide.
    package var leastFlatness = 0.02
    /// The greatest distance of the print's farthest corner over that of its nearest.
    package var mostDepth = 12.0
    /// The least share of the quad's area that lies in the photo, 0…1.
    package var leastShare = 0.05
    /// The most pixels along a side of a scan. JPEG allows 65,535.
    package var mostPixels = 32_000
    /// The most pixels in a scan.
    package var mostArea = 400_000_000
    /// The share of each side that is left out when levels are taken, so that a strip of table can't set the black point.
    package var inset = 0.025
    /// The longer side of the small proof in which the frame and the picture are searched for, in pixels.
    package var proof = 1000
    /// The longer side of the one in which white is looked for along the rim.
    package var rimProof = 300

    /// The limits that `peel` uses.
    package init() {}
  }

  /// A developer with the settings that `peel scan` starts with.
  package init() {}

  /// Makes a scan on the caller's thread.
  ///
  /// With a film the scan has exactly the film's proportions; otherwise those of the quad's pose. The scan samples the
  /// print as the photo does along the best resolved side, unless `ppi` says otherwise.
  ///
  /// - Parameters:
  ///   - photo: the photo that the print is in.
  ///   - quad: the print's outline in photo pixels, from its own top left if `isUpright`.
  ///   - film: the print's film, if known.
  ///   - isUpright: whether the quad begins at the print's own top left.
  ///   - curl: how the print curls; nil if it is flat.
  /// - Throws: An error if the outline gives no picture, or the scan would be too large or empty.
  package func callAsFunction(
    _ photo: Photo, _ quad: Quad, film: FilmFormat? = nil, isUpright: Bool = false, curl: Curl? = nil
  ) throws(DevelopmentError) -> Scan {
    let development = try prepare(photo, quad, film: film, isUpright: isUpright, curl: curl)
    return development.scan(of: [development.strip(rows: 0..<development.height)])
  }

  /// Does everything before the pixels are drawn. Strips of the development may then be made on several threads.
  ///
  /// - Parameters:
  ///   - photo: the photo that the print is in.
  ///   - quad: the print's outline in photo pixels, from its own top left if `isUpright`.
  ///   - film: the print's film, if known.
  ///   - isUpright: whether the quad begins at the print's own top left.
  ///   - curl: how the print curls; nil if it is flat.
  /// - Throws: An error if the outline gives no picture, or the scan would be too large or empty.
  package func prepare(
    _ photo: Photo, _ quad: Quad, film: FilmFormat? = nil, isUpright: Bool = false, curl: Curl? = nil
  ) throws(DevelopmentError) -> Development {
    let shape = try PrintShape(quad, in: photo, film: film, isUpright: isUpright, curl: curl, limits: limits)
    return try prepare(PhotographedPrint(photo: photo, shape: shape))
  }

  /// Does everything before the pixels are drawn, for a print from any source.
  package func prepare(_ print: some PrintSource) throws(DevelopmentError) -> Development {
    let shape = print.shape
    let whole = try size(of: shape)
    let isWayUpWanted = setsUpright && !shape.isWayUpGiven
    let isFrameWanted = restoresFading || whiteBalance == .frame
    let isLookWanted = self.crop == .picture || isFrameWanted || isWayUpWanted && shape.film != nil
    let look = isLookWanted ? try look(at: print) : nil
    var wayUp = shape.isWayUpGiven ? WayUp.given : .unknown
    if isWayUpWanted {
      if shape.film != nil, let turns = look?.finding?.turnsToUpright {
        wayUp = .found(turns)
      } else if let turnsByContent {
        let small = if let look { look.proof } else { try proof(of: print, limits.proof) }
        if let turns = turnsByContent(Photo(small)) { wayUp = .shown(turns) }
      }
    }

    var crop = Crop.print
    var shown = Rectangle(x: 0, y: 0, width: Double(whole.width), height: Double(whole.height))
    if self.crop == .picture, let look, let finding = look.finding {
      crop = .picture
      shown = finding.picture.scaled(by: Double(whole.width) / Double(look.proof.luma.width))
      // A part of a page has the page's own pixels, too.
      if shape.page != nil, ppi == nil, longSide == nil { shown = shown.rounded }
    }
    var frame: Frame?
    if isFrameWanted {
      frame = look.flatMap { Frame(in: $0.proof, picture: $0.finding?.picture) }
    } else if whiteBalance == .auto, let rim = Frame(in: try proof(of: print, limits.rimProof), picture: nil),
      rim.isPaper
    {
      frame = rim
    }
    let isTrimmed = inset > 0 && shape.isMeasured
    if isTrimmed {
      shown = shown.inset(by: inset * Double(whole.width) / shape.width)
      guard shown.width > 0, shown.height > 0 else { throw .trimmedAway(inset: inset) }
    }
    let isWhole = crop == .print && !isTrimmed
    let size = isWhole ? whole : try self.size(of: shown, crop, whole: whole, shape)
    let isPreview = isPreview(of: shape)
    let grid = PrintGrid(whole: whole, part: shown, size: size, turns: turn + wayUp.turns, isPreview: isPreview)
    // The film's width runs along the print's, and so along the crop's.
    let shownWidth = shape.width * shown.width / Double(whole.width)
    return Development(
      source: try print.rows(on: grid),
      // What is cropped away still counts for the levels.
      wholePrint: isWhole ? nil : try print.rows(on: PrintGrid(whole: whole, isPreview: isPreview)),
      shape: shape, developer: keepingColours(of: shape, frame), crop: crop,
      frame: frame,
      ppi: shape.isMeasured ? Double(size.width) / shownWidth * Self.millimetresPerInch : nil, wayUp: wayUp)
  }

  /// The developer that leaves the colours of a page as they are, if the white balance is `auto` and the scanner's bed or the
  /// print's border shows that they are right.
  private func keepingColours(of shape: PrintShape, _ frame: Frame?) -> Developer {
    guard whiteBalance == .auto, let page = shape.page, page.isNeutral || frame?.isNeutral ?? false else { return self }
    var developer = self
    developer.whiteBalance = .none
    return developer
  }

  /// A small copy of the whole print, and where the picture is in it.
  private func look(
    at print: some PrintSource
  ) throws(DevelopmentError) -> (proof: YCC, finding: PictureFinder.Finding?) {
    let proof = try proof(of: print, limits.proof)
    let finder = PictureFinder(in: proof.luma)
    if let film = print.shape.film { return (proof, finder.find(film, isUpright: print.shape.isUpright)) }
    // The strongest edges of a picture without a border lie within it.
    let finding = finder.find().flatMap { Frame(in: proof, picture: $0.picture)?.isEven == true ? $0 : nil }
    return (proof, finding)
  }

  /// A small copy of the whole print, with at most this many pixels along its longer side.
  private func proof(of print: some PrintSource, _ longSide: Int) throws(DevelopmentError) -> YCC {
    let grid = proofGrid(of: print.shape, longSide)
    return try print.rows(on: grid).drawn(rows: 0..<grid.height).planes
  }
}

extension WayUp {
  /// The turn that sets a scan upright.
  fileprivate var turns: QuarterTurns {
    switch self {
    case .given, .unknown: 0
    case .found(let turns), .shown(let turns): turns
    }
  }
}
