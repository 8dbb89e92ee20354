import PeelCodecs
import PeelFiles
import PeelImaging
import PeelMessages
import PeelOutput
import PeelScanning

/// Measures how long each stage of a scan takes on one thread, from the photo's file to the bytes of the scan's file.
struct Speed {
  /// The stages of a scan, in order.
  enum Stage: String, CaseIterable {
    case read, decode, detect, warp, stretch, encode
  }

  /// How often each photo is scanned.
  static let rounds = 5
  /// The number of photos measured.
  private(set) var photos = 0
  /// The time of each stage in seconds, one value for each round of each photo.
  private var seconds: [Stage: [Double]] = [:]
  /// The time to compute the variance of the Laplacian of the photo's luma, which isn't part of a scan, in seconds.
  private var laplacian: [Double] = []
  /// The photos' sizes, in megapixels.
  private var photoPixels: [Double] = []
  /// The scans' sizes, in megapixels.
  private var scanPixels: [Double] = []

  /// Scans the print with the highest confidence, or the whole photo if no print is found.
  mutating func measure(_ path: Path) throws(Complaint) {
    var detector = Detector()
    // As in `peel scan`: candidates are for people to choose from.
    detector.parameters.candidates = 0
    for _ in 0..<Self.rounds {
      var lap = Lap()
      let photo = try decoded(path, &lap)
      let print = detector.detect(in: photo).prints.first
      seconds[.detect, default: []].append(lap.end())
      let whole = Quad(x: 0, y: 0, width: Double(photo.width), height: Double(photo.height))
      let development: Development
      do throws(DevelopmentError) {
        development = try Developer().prepare(
          photo, print?.quad ?? whole, film: print?.film, isUpright: print?.isUpright ?? false)
      } catch { throw Complaint(photo: path, error) }
      let strip = development.strip(rows: 0..<development.height)
      seconds[.warp, default: []].append(lap.end())
      do throws(CodecError) { try finish(development, strip, &lap) } catch {
        throw Complaint(.codec(path, error))
      }
      _ = photo.luma.sharpness()
      laplacian.append(lap.end())
      photoPixels.append(Double(photo.width * photo.height) / 1e6)
      scanPixels.append(Double(development.width * development.height) / 1e6)
    }
    photos += 1
  }

  /// Corrects the colours of a warped print and encodes it, strip by strip as `peel scan` does.
  private mutating func finish(
    _ development: Development, _ strip: Development.Strip, _ lap: inout Lap
  ) throws(CodecError) {
    let colours = development.colours(of: [strip])
    var stretch = lap.end()
    var encode = 0.0
    guard let coding = try ScanFile().strips(width: development.width, height: development.height) else { return }
    var coded: [[UInt8]] = []
    for rows in coding.rows {
      let finished = development.finishedPlanes(
        rows: rows, of: [strip], colours, chromaScale: coding.chromaScale)
      stretch += lap.end()
      coded.append(try coding.coded(finished.planes))
      encode += lap.end()
    }
    _ = coding.joined(coded)
    seconds[.stretch, default: []].append(stretch)
    seconds[.encode, default: []].append(encode + lap.end())
  }

  private mutating func decoded(_ path: Path, _ lap: inout Lap) throws(Complaint) -> Photo {
    let bytes: [UInt8]
    do { bytes = try photoBytes(at: path) } catch { throw Complaint(error) }
    seconds[.read, default: []].append(lap.end())
    defer { seconds[.decode, default: []].append(lap.end()) }
    do { return try PhotoFile(bytes, of: path).photo } catch { throw Complaint(error) }
  }

  /// A stopwatch that measures one lap after another.
  private struct Lap {
    private var begun = ContinuousClock.now

    /// Ends a lap and begins the next. Returns the lap's time in seconds.
    mutating func end() -> Double {
      let now = ContinuousClock.now
      defer { begun = now }
      return (now - begun) / .seconds(1)
    }
  }

  private func median(_ stage: Stage) -> Double { seconds[stage]?.quantile(0.5) ?? 0 }
  private var total: Double { Stage.allCases.reduce(0) { $0 + median($1) } }

  /// The medians as a table.
  var text: String {
    func row(_ name: String, _ value: Double, share: Double?) -> String {
      let columns = [(value * 1000).rounded(to: 1) ?? "-", share.flatMap { (100 * $0).rounded(to: 0) } ?? ""]
      let padded = columns.map { String(repeating: " ", count: max(0, 7 - $0.count)) + $0 }
      return name + String(repeating: " ", count: max(0, 10 - name.count)) + padded[0] + " ms" + padded[1]
        + (share == nil ? "" : " %") + "\n"
    }
    let sizes = [photoPixels, scanPixels].map { ($0.quantile(0.5) ?? 0).rounded(to: 1) ?? "-" }
    return
      "\(photos) photos of \(sizes[0]) MP to scans of \(sizes[1]) MP, medians of \(Self.rounds) rounds, one thread\n"
      + Stage.allCases.map { row($0.rawValue, median($0), share: median($0) / max(total, 1e-9)) }.joined()
      + row("together", total, share: nil) + "\n" + row("Laplacian", laplacian.quantile(0.5) ?? 0, share: nil)
  }

  /// The medians as a JSON object.
  var json: JSON {
    .object([
      "schema": .integer(1), "photos": .integer(photos), "rounds": .integer(Self.rounds),
      "megapixels": .number(photoPixels.quantile(0.5), decimals: 2),
      "scanMegapixels": .number(scanPixels.quantile(0.5), decimals: 2),
      "milliseconds": .object(
        Stage.allCases.map { (key: $0.rawValue, value: .number(median($0) * 1000, decimals: 2)) } + [
          (key: "together", value: .number(total * 1000, decimals: 2)),
          (key: "laplacian", value: .number((laplacian.quantile(0.5) ?? 0) * 1000, decimals: 2)),
        ]),
    ])
  }
}
