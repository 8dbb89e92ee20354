import FoundationEssentials
import PeelImaging

/// A print to be scanned: as the detector found it, or as a person wants it.
struct WantedPrint: Sendable, Hashable {
  var print: Print
  /// Quarters clockwise beyond those that the command asks for, 0…3.
  var turn = 0
  /// This and the others below: nil where the command's own option holds.
  var crop: Crop?
  var whiteBalance: WhiteBalance?
  /// Percent.
  var clip: Double?
}

/// What a person made of the prints of one photo, as it is kept beside it.
struct Sidecar: Sendable, Equatable {
  /// The photo's name.
  var photo: String
  /// Of the upright photo, in pixels.
  var width: Int
  var height: Int
  var prints: [WantedPrint]

  /// The layout that is written, and the only one that is read.
  static let schema = 1
}

enum SidecarError: Error, Equatable {
  /// Written by a later version of peel.
  case newer(schema: Int)
  case damaged(reason: String)
}

extension Sidecar {
  /// More than any sidecar has: a photo of a hundred prints takes 30 kB.
  static let mostBytes = 1 << 20
  static let mostPrints = 1000
  /// Longest side of a photo that can be read, in pixels.
  private static let longestSide = 1 << 20

  /// Reads what `bytes` writes; keys may come in any order, and keys it does not know are left aside.
  init(decoding bytes: [UInt8]) throws(SidecarError) {
    guard bytes.count <= Self.mostBytes else { throw .damaged(reason: "more than 1 MB") }
    let version: Version = try Self.decoded(bytes)
    guard version.schema == Self.schema else {
      throw version.schema > Self.schema
        ? .newer(schema: version.schema) : .damaged(reason: "schema is no number above 0")
    }
    let record: Record = try Self.decoded(bytes)
    let sides = 1...Self.longestSide
    guard sides.contains(record.width), sides.contains(record.height) else {
      throw .damaged(reason: "width and height are no photo's")
    }
    guard record.prints.count <= Self.mostPrints else { throw .damaged(reason: "more than 1000 prints") }
    (photo, width, height) = (record.photo, record.width, record.height)
    prints = []
    for (number, print) in zip(1..., record.prints) {
      prints.append(try print.wanted(number, width: Double(width), height: Double(height)))
    }
  }

  private static func decoded<Value: Decodable>(_ bytes: [UInt8]) throws(SidecarError) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(bytes))
    } catch let error as DecodingError {
      throw .damaged(reason: error.words)
    } catch {
      throw .damaged(reason: "it is no JSON")
    }
  }

  /// JSON with its keys in a fixed order, a line for each print. Numbers have all the digits that bring them back.
  var bytes: [UInt8] {
    let head: [(String, JSON)] = [
      ("schema", .integer(Self.schema)), ("photo", .string(photo)), ("width", .integer(width)),
      ("height", .integer(height)),
    ]
    let lines = head.map { "  \(JSON.string($0).line): \($1.line)," } + ["  \"prints\": ["]
    let prints = prints.map { "    " + Self.json($0).line }.joined(separator: ",\n")
    return Array(
      ("{\n" + lines.joined(separator: "\n") + "\n" + (prints.isEmpty ? "" : prints + "\n") + "  ]\n}\n").utf8)
  }

  private static func json(_ wanted: WantedPrint) -> JSON {
    .object([
      "corners": .array(wanted.print.quad.corners.map { .array([.exact($0.x), .exact($0.y)]) }),
      "upright": .bool(wanted.print.isUpright), "film": .string(wanted.print.film?.name),
      "turn": .integer(wanted.turn), "crop": .string(wanted.crop?.rawValue),
      "whiteBalance": .string(wanted.whiteBalance?.rawValue), "clip": wanted.clip.map { .exact($0) } ?? .null,
    ])
  }
}

private struct Version: Decodable {
  let schema: Int
}

private struct Record: Decodable {
  let photo: String
  let width: Int
  let height: Int
  let prints: [Print]

  struct Print: Decodable {
    let corners: [[Double]]
    let upright: Bool
    let film: String?
    let turn: Int
    let crop: String?
    let whiteBalance: String?
    let clip: Double?

    /// - Parameter number: of the print in its photo, for what is said of it.
    func wanted(_ number: Int, width: Double, height: Double) throws(SidecarError) -> WantedPrint {
      func damaged(_ reason: String) -> SidecarError { .damaged(reason: "print \(number): \(reason)") }
      // A print may leave its photo, by no more than the photo's size.
      let points = corners.filter { $0.count == 2 }.map { Point($0[0], $0[1]) }.filter {
        (-width...2 * width).contains($0.x) && (-height...2 * height).contains($0.y)
      }
      guard corners.count == 4, let quad = Quad(points) else {
        throw damaged("corners are not four places in the photo")
      }
      let film = film.map { (name: $0, known: FilmFormat.named($0)) }
      if let film, film.known == nil { throw damaged("there is no film \(film.name)") }
      guard (0...3).contains(turn) else { throw damaged("turn is not 0, 1, 2 or 3") }
      if let clip, !(0..<50).contains(clip) { throw damaged("clip is not at least 0 and less than 50") }
      let known = PeelImaging.Print(quad: quad, confidence: 1, film: film?.known, isUpright: upright)
      return WantedPrint(
        print: known, turn: turn, crop: try choice(crop, damaged("crop is neither print nor picture")),
        whiteBalance: try choice(whiteBalance, damaged("there is no such whiteBalance")), clip: clip)
    }

    private func choice<Value: RawRepresentable<String>>(
      _ name: String?, _ error: SidecarError
    ) throws(SidecarError) -> Value? {
      guard let name else { return nil }
      guard let value = Value(rawValue: name) else { throw error }
      return value
    }
  }
}

extension DecodingError {
  /// Which key is at fault.
  fileprivate var words: String {
    func name(_ path: [any CodingKey]) -> String {
      path.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue }.joined(separator: " ")
    }
    return switch self {
    case .keyNotFound(let key, let context): "\(name(context.codingPath + [key])) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.codingPath.isEmpty ? "it is no JSON" : "\(name(context.codingPath)) is not what it should be"
    @unknown default: "it is no JSON"
    }
  }
}
