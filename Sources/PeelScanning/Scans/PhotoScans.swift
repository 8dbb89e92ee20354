public import PeelCodecs
public import PeelFiles
public import PeelImaging

extension PhotoFile {
  /// Detects the prints in the photo, as `peel detect` does.
  ///
  /// - Parameter films: the films to look for.
  public func detect(_ films: [FilmFormat] = FilmFormat.all) -> Detection {
    var detector = Detector()
    detector.parameters.films = films
    return detector.detect(in: photo)
  }

  /// Detects the prints in the photo and makes a scan of each, most confident first.
  ///
  /// - Parameter settings: how scans are made; by default as `peel scan` makes them.
  public func scans(_ settings: ScanSettings = ScanSettings()) throws(ScanError) -> [EncodedScan] {
    let detection = detect(settings.film.films)
    var file = self
    file.photo.page = detection.page
    return try detection.prints.map { [file] print throws(ScanError) in try file.scan(of: print, settings) }
  }

  /// Makes a scan of a print in the photo.
  ///
  /// - Parameters:
  ///   - print: a detected print, or one with corners of your own.
  ///   - settings: how the scan is made; by default as `peel scan` makes it.
  public func scan(of print: Print, _ settings: ScanSettings = ScanSettings()) throws(ScanError) -> EncodedScan {
    try ScanMaker(settings).scan(WantedPrint(print), of: self, named: name)
  }
}

extension EncodedScan {
  /// Writes the scan's file, which appears whole or not at all.
  ///
  /// - Parameters:
  ///   - path: the file to write; its folder must exist.
  ///   - replacing: whether a file with that name may be replaced.
  public func write(to path: String, replacing: Bool = false) throws(FileError) {
    try writeWhole(bytes, to: Path(path), force: replacing)
  }
}
