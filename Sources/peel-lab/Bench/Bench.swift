import PeelCodecs
import PeelFiles
import PeelImaging
import PeelMessages
import PeelScanning

/// Measures detection on photos with known corners: a ledger of the results, and the time that each stage takes.
struct Bench {
  private(set) var ledger = Ledger()
  /// The time to read and decode each photo, in seconds.
  private var reading: [Double] = []
  /// The time to find each photo's prints, in seconds.
  private var detecting: [Double] = []
  /// The time of each stage of detection, in seconds, one value for each photo.
  private var stages: [Detector.Stage: [Double]] = [:]

  /// The result for one photo.
  struct Outcome {
    /// Why the photo could not be read; nil if it was.
    var complaint: Complaint?
    /// A line for each print that wasn't found.
    var misses: [String] = []
  }

  /// Detects the prints in a photo and enters the result into the ledger.
  mutating func measure(_ truth: TruePhoto) -> Outcome {
    let clock = ContinuousClock()
    let start = clock.now
    let file: PhotoFile
    do { file = try PhotoFile(truth.path) } catch {
      ledger.add(truth, nil)
      return Outcome(complaint: Complaint(error))
    }
    let read = clock.now
    var begun = read
    let detection = Detector().detect(in: file.photo) { stage in
      let now = clock.now
      stages[stage, default: []].append((now - begun) / .seconds(1))
      begun = now
    }
    detecting.append((clock.now - read) / .seconds(1))
    reading.append((read - start) / .seconds(1))
    ledger.add(truth, detection)
    return Outcome(misses: misses(truth, detection))
  }

  private func misses(_ truth: TruePhoto, _ detection: Detection) -> [String] {
    let quads = truth.prints.map(\.quad)
    let outlines = detection.prints.map(\.quad)
    let chosen = Match(quads, with: outlines).overlaps
    let offered = Match(quads, with: outlines + detection.candidates.map(\.quad)).overlaps
    let scale = detection.trace?.scale ?? 1
    let stages = [
      detection.trace?.hypotheses.map { $0.quad.map { scale * $0 } } ?? [],
      detection.trace?.judged.map { $0.quad.map { scale * $0 } } ?? [], detection.trace?.refined.map(\.quad) ?? [],
    ]
    return quads.indices.filter { chosen[$0] < Ledger.found }.map { index in
      let best = stages.map { $0.reduce(0) { max($0, quads[index].clockwise.intersectionOverUnion($1)) } }
      let overlaps = ([chosen[index], offered[index]] + best).map { $0.rounded(to: 3) ?? "-" }
      return "\(truth.path.shown): print \(index + 1) missed: IoU \(overlaps[0]), \(overlaps[1]) with the candidates; "
        + "the best hypothesis has \(overlaps[2]), \(overlaps[3]) if examined, \(overlaps[4]) if refined"
    }
  }

  /// The results as a table.
  var text: String {
    let ledger = ledger
    var rows: [(String, String)] = [
      ("photos", "\(ledger.photos)" + (ledger.failed > 0 ? ", \(ledger.failed) failed" : "")),
      ("found", "\(ledger.found95) at IoU 0.95, \(ledger.found98) at 0.98"),
      ("offered", "\(ledger.offered95) at IoU 0.95, \(ledger.offered98) at 0.98"),
      (
        "corner error",
        "\(Self.pixels(ledger.cornerMedian)) median, \(Self.pixels(ledger.corner95)) at the 95th percentile"
      ),
      ("sure and right", "\(ledger.sure)"),
      ("false alarms", "\(ledger.falseAlarms)"),
      ("film right", "\(ledger.film)"),
      ("upright right", "\(ledger.upright)"),
      ("read and decode", "\(Self.milliseconds(reading)) median"),
      ("detect", "\(Self.milliseconds(detecting)) median"),
    ]
    if ledger.emptySure.of > 0 { rows.append(("empty yet sure", "\(ledger.emptySure)")) }
    let tags = ledger.tags.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") }
    for (title, section) in [
      ("detect, stage by stage", times), ("right, by confidence", ledger.calibration.rows), ("found at IoU 0.95", tags),
    ] where !section.isEmpty {
      rows += [("", ""), (title, "")] + section.map { ("  " + $0.0, $0.1) }
    }
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { name, value in
      value.isEmpty ? name + "\n" : name + String(repeating: " ", count: width - name.count + 2) + value + "\n"
    }.joined()
  }

  /// The median time of each stage, as name and value.
  private var times: [(String, String)] {
    Detector.Stage.allCases.compactMap { stage in
      stages[stage].map { (stage.rawValue, Self.milliseconds($0) + " median") }
    }
  }

  private static func pixels(_ value: Double?) -> String { value?.rounded(to: 2).map { $0 + " px" } ?? "none" }

  private static func milliseconds(_ seconds: [Double]) -> String {
    seconds.quantile(0.5).flatMap { ($0 * 1000).rounded(to: 1) }.map { $0 + " ms" } ?? "none"
  }

  /// The results as a JSON object.
  var json: JSON {
    func median(_ seconds: [Double]) -> JSON { .number(seconds.quantile(0.5).map { $0 * 1000 }, decimals: 1) }
    let parts = Detector.Stage.allCases.map { (key: $0.rawValue, value: median(stages[$0] ?? [])) }
    let times = JSON.object(["read": median(reading), "detect": median(detecting), "stages": .object(parts)])
    return .object([("schema", .integer(1))] + ledger.members + [("milliseconds", times)])
  }
}

extension Ledger {
  /// The counts and errors as members of a JSON object.
  var members: [(key: String, value: JSON)] {
    [
      ("photos", .integer(photos)), ("failed", .integer(failed)), ("prints", .integer(found95.of)),
      ("found95", .integer(found95.hits)), ("found98", .integer(found98.hits)),
      ("offered95", .integer(offered95.hits)), ("offered98", .integer(offered98.hits)),
      ("cornerMedian", .number(cornerMedian, decimals: 2)), ("corner95", .number(corner95, decimals: 2)),
      ("sure", .integer(sure.of)), ("sureRight", .integer(sure.hits)), ("falseAlarms", .integer(falseAlarms)),
      ("film", .integer(film.of)), ("filmRight", .integer(film.hits)),
      ("upright", .integer(upright.of)), ("uprightRight", .integer(upright.hits)),
      ("empty", .integer(emptySure.of)), ("emptySure", .integer(emptySure.hits)),
      ("calibration", calibration.json),
      (
        "tags",
        .array(
          tags.sorted { $0.key < $1.key }.map {
            .object(["tag": .string($0.key), "found": .integer($0.value.hits), "of": .integer($0.value.of)])
          })
      ),
    ]
  }
}

extension Ledger.Share: CustomStringConvertible {
  var description: String { "\(hits) of \(of)" }
}
