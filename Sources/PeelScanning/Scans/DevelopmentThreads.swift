internal import PeelCodecs
internal import PeelImaging

extension Development {
  /// The scan, made on several threads. The number of threads doesn't change it.
  func scan(threads: Int) -> Scan {
    let (strips, colours) = firstRound(threads: threads)
    return scan(of: onThreads(strips.count) { finished(rows: strips[$0].rows, of: strips, colours) }, colours)
  }

  /// The scan's file, made on several threads. If the format allows it, the whole scan is never in memory at once.
  func encoded(as file: ScanFile, threads: Int) throws(CodecError) -> (facts: ScanFacts, bytes: [UInt8]) {
    guard let coding = try file.strips(width: width, height: height) else {
      let scan = scan(threads: threads)
      return (scan.facts, try file.encoded(scan.picture, deepSamples: scan.deepSamples))
    }
    let given = givenColours
    let (strips, colours) = given.map { ([], $0) } ?? firstRound(threads: threads)
    @Sendable func finished(_ rows: Range<Int>) -> (FinishedPlanes, Laplacian, [Histogram]) {
      if given != nil { return drawnAndFinished(rows: rows, colours, chromaScale: coding.chromaScale) }
      let (planes, laplacian) = finishedPlanes(rows: rows, of: strips, colours, chromaScale: coding.chromaScale)
      return (planes, laplacian, [])
    }
    let rows = coding.rows
    let shares = (0..<threads).map { rows[rows.count * $0 / threads..<rows.count * ($0 + 1) / threads] }
    let coded = onThreads(threads) { share in
      Result { () throws(CodecError) in
        try shares[share].map { (rows) throws(CodecError) in
          let (planes, laplacian, histograms) = finished(rows)
          return (laplacian: laplacian, histograms: histograms, bytes: try coding.coded(planes))
        }
      }
    }
    let parts = try coded.map { (part) throws(CodecError) in try part.get() }.flatMap { $0 }
    let counted = given == nil ? colours : colours.counting(parts.map(\.histograms))
    return (facts(counted, parts.map(\.laplacian).reduce(Laplacian(), +)), coding.joined(parts.map(\.bytes)))
  }

  /// All rows before colour correction, and the correction.
  private func firstRound(threads: Int) -> (strips: [Strip], colours: Colours) {
    // Strips begin at even rows, so that no row of half-size chroma is drawn twice except at the seams.
    let cuts = (0...threads).map { $0 == threads ? height : height * $0 / threads / 2 * 2 }
    let parts = zip(cuts, cuts.dropFirst()).filter { $0 < $1 }.map { $0..<$1 }
    let strips = onThreads(parts.count) { strip(rows: parts[$0]) }
    return (strips, colours(of: strips))
  }
}
