/// Whether photos are taken for pages from a flatbed.
public enum FlatbedChoice: String, Sendable, CaseIterable {
  /// If the file tells a density and no exposure, or names a scanner, and the photo shows a bed.
  case auto
  case always
  case never
}

/// A photo that is a page from a flatbed.
struct FlatbedPage: Sendable {
  let scale: PageScale
  let splitter: PageSplitter
  /// The prints, if they were needed to recognise the page.
  private let known: [PagePrint]?

  private enum Parameters {
    /// The least share of the border that is bed, and the least if all else on the page is prints.
    static let border = (most: 0.5, least: 0.01)
    /// The beds that are tried.
    static let beds = 3
    /// The share of the page that a print covers which is the whole page.
    static let whole = 0.9
  }

  /// - Returns: nil if the photo isn't a page.
  init?(_ photo: Photo, _ choice: FlatbedChoice, films: [FilmFormat] = FilmFormat.all) {
    guard choice != .never, choice == .always || photo.scanner != nil else { return nil }
    var scale = PageScale(told: photo.scanner?.dpi, of: photo)
    var chosen: (splitter: PageSplitter, prints: [PagePrint]?)?
    let area = Double(photo.width * photo.height)
    var best = 0.0
    for number in 0..<Parameters.beds {
      guard let splitter = PageSplitter(photo, dpi: scale.dpi, bed: number) else { break }
      // A rim hides the likeliest bed only.
      let share = number == 0 ? splitter.borderShare : splitter.share(ofBedAt: 2)
      if share >= Parameters.border.most {
        chosen = (splitter, nil)
        break
      }
      guard share >= Parameters.border.least else { continue }
      // Most of the border may be prints. The bed then is the colour beside which all else is prints, without holes.
      let prints = splitter.prints()
      // A photo that is one print isn't split.
      let isSplit = prints.count > 1 && prints.allSatisfy { $0.rectangle.area < Parameters.whole * area }
      let explained = splitter.share(explainedBy: prints)
      if isSplit, explained >= splitter.parameters.explained, explained * splitter.density > best {
        (chosen, best) = ((splitter, prints), explained * splitter.density)
      }
    }
    if chosen == nil, choice == .always { chosen = PageSplitter(photo, dpi: scale.dpi).map { ($0, nil) } }
    guard let chosen else { return nil }
    scale.isNeutral = chosen.splitter.bed.isNeutral
    (self.scale, splitter, known) = (scale, chosen.splitter, chosen.prints)
  }

  var prints: [PagePrint] { known ?? splitter.prints() }
}

extension Detector {
  /// The scale of a photo that is a page from a flatbed; nil for other photos.
  package func page(of photo: Photo) -> PageScale? { FlatbedPage(photo, parameters.flatbed)?.scale }

  /// The prints on a page.
  ///
  /// If it isn't split surely, its prints don't explain it, and the search of photos is sure of as many prints, those count.
  /// It knows frames better than shadows.
  func detection(on page: FlatbedPage, of photo: Photo) -> Detection {
    let prints = page.prints
    let split = detection(of: prints, on: page)
    guard split.verdict != .sure, page.splitter.share(explainedBy: prints) < page.splitter.parameters.explained else {
      return split
    }
    var detector = self
    detector.parameters.flatbed = .never
    var searched = detector.detect(in: photo)
    guard searched.verdict == .sure, searched.prints.count >= split.prints.count else { return split }
    // Its trace is that of the search.
    searched.page = split.page
    return searched
  }

  private func detection(of found: [PagePrint], on page: FlatbedPage) -> Detection {
    var prints = found.map { found -> Print in
      let rectangle = found.rectangle
      return Print(
        quad: rectangle.quad.standard, confidence: found.confidence,
        film: page.scale.film(width: rectangle.width, height: rectangle.height, among: FilmFormat.all))
    }
    prints.sort { $0.confidence > $1.confidence }
    let short = Double(min(page.splitter.photo.width, page.splitter.photo.height))
    let needsFilm = parameters.isFilmRequired || parameters.films.count < FilmFormat.all.count
    var (kept, others): ([Print], [Print]) = ([], [])
    for print in prints {
      let isOneTooMany = parameters.mostPrints > 0 && kept.count >= parameters.mostPrints
      // Pages are larger than photos of prints, so that only a person's own least size counts.
      let isSmall =
        parameters.smallestPrint > Self.usualSmallest
        && Quad.Side.allCases.map(print.quad.length).reduce(.infinity, min) < parameters.smallestPrint * short
      let isWanted = !needsFilm || print.film.map(parameters.films.contains) ?? false
      if isOneTooMany || isSmall || !isWanted || print.confidence < parameters.leastReported {
        others.append(print)
      } else {
        kept.append(print)
      }
    }
    // What isn't explained may be a print.
    let isSure =
      kept.allSatisfy { $0.confidence >= Detection.sureConfidence } && !page.splitter.hasMore(than: found)
    let candidates = others.prefix(parameters.candidates).map { Candidate(quad: $0.quad, confidence: $0.confidence) }
    var detection = Detection(
      verdict: kept.isEmpty ? .none : isSure ? .sure : .review, prints: kept.inReadingOrder,
      candidates: candidates)
    detection.page = page.scale
    detection.pageTrace = page.splitter
    return detection
  }

  /// The share of a page's short side that `--min-size` is by default.
  private static var usualSmallest: Double { Parameters().smallestPrint }
}
