import PeelFiles
import PeelScanning
import FoundationEssentials
import PeelImaging

/// A photo whose prints are known.
struct TruePhoto: Sendable, Equatable {
  var path: Path
  var prints: [TruePrint]
  /// Outlines that count neither as a hit nor as a false alarm, such as prints that are partly covered.
  var ignored: [Quad] = []
  var tags: [String] = []
}

struct TruePrint: Sendable, Equatable {
  /// In photo pixels, clockwise, from the print's own top left where that is known.
  var quad: Quad
  /// Whether the first corner is the print's own top left.
  var isUpright: Bool
  var film: FilmFormat?
  var tags: [String] = []
  /// Corners that cannot be seen, and whose errors do not count.
  var hidden: Set<Int> = []
}

enum TruthError: Error, Equatable {
  case none(Path)
  case malformed(Path, reason: String)
}

/// The photos of a folder whose true prints it tells, in `truth.json` for all, or else in `NAME.json` beside `NAME.jpg`.
func truePhotos(in folder: Path) throws(TruthError) -> [TruePhoto] {
  let list = folder.appending(Array("truth.json".utf8))
  if exists(list) { return try decode(TruthList.self, at: list).photos.map { $0.photo(in: folder) } }
  guard let photos = try? photos(in: folder, isRecursive: false) else { throw .none(folder) }
  var known: [TruePhoto] = []
  for photo in photos.compactMap({ try? $0.get() }) {
    let path = folder.appending(photo.stemAndExtension.stem + Array(".json".utf8))
    guard exists(path) else { continue }
    var truth = try decode(TruthRecord.self, at: path).photo(in: folder)
    truth.path = photo
    known.append(truth)
  }
  if known.isEmpty { throw .none(folder) }
  return known
}

private func decode<Value: Decodable>(_ type: Value.Type, at path: Path) throws(TruthError) -> Value {
  let bytes: [UInt8]?
  do throws(SystemError) { bytes = try Descriptor(reading: path).bytes(limit: 64 << 20) } catch {
    throw .malformed(path, reason: error.reason)
  }
  guard let bytes else { throw .malformed(path, reason: "more than 64 MB") }
  do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch {
    throw .malformed(path, reason: "\(error)")
  }
}

/// `{"images": […]}`, or the array alone.
private struct TruthList: Decodable {
  let photos: [TruthRecord]

  private enum CodingKeys: String, CodingKey { case images }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: CodingKeys.self) {
      photos = try container.decode([TruthRecord].self, forKey: .images)
    } else {
      photos = try [TruthRecord](from: decoder)
    }
  }
}

/// One photo, in the words of `Samples/README.md` or of a rendered or hand-marked set.
private struct TruthRecord: Decodable {
  let file: String
  let prints: [Print]
  let ignored: [Quad]
  let tags: [String]
  /// Corner numbers for the number of a print.
  let hidden: [String: [Int]]

  struct Print: Decodable {
    let corners: Corners
    let film: String?
    let format: String?
    let tags: [String]?
  }

  private enum CodingKeys: String, CodingKey {
    case photo, file, prints, quads, tags, category, difficulty, split
    case ignored = "ignore_quads"
    case hidden = "occluded_corners"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    file = try container.decodeIfPresent(String.self, forKey: .photo) ?? container.decode(String.self, forKey: .file)
    if let outlines = try container.decodeIfPresent([Corners].self, forKey: .quads) {
      prints = outlines.map { Print(corners: $0, film: nil, format: nil, tags: nil) }
    } else {
      prints = try container.decode([Print].self, forKey: .prints)
    }
    ignored = try container.decodeIfPresent([Corners].self, forKey: .ignored)?.map(\.quad) ?? []
    hidden = try container.decodeIfPresent([String: [Int]].self, forKey: .hidden) ?? [:]
    var tags = try container.decodeIfPresent([String].self, forKey: .tags) ?? []
    for (name, key) in [("cat", CodingKeys.category), ("diff", .difficulty), ("split", .split)] {
      if let value = try container.decodeIfPresent(String.self, forKey: key) { tags.append("\(name):\(value)") }
    }
    self.tags = tags
  }

  func photo(in folder: Path) -> TruePhoto {
    let prints = prints.enumerated().map { index, print in
      TruePrint(
        quad: print.corners.quad, isUpright: print.film != nil || print.format != nil,
        film: print.film.flatMap(FilmFormat.named) ?? print.format.flatMap(FilmFormat.inTruth),
        tags: print.tags ?? [], hidden: Set(hidden["\(index)"] ?? []))
    }
    return TruePhoto(path: folder.appending(Array(file.utf8)), prints: prints, ignored: ignored, tags: tags)
  }
}

/// Four times x and y.
private struct Corners: Decodable {
  let quad: Quad

  init(from decoder: any Decoder) throws {
    let pairs = try [[Double]](from: decoder)
    guard pairs.allSatisfy({ $0.count == 2 }), let quad = Quad(pairs.map { Point($0[0], $0[1]) }) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "corners are four pairs of numbers"))
    }
    self.quad = quad
  }
}

extension FilmFormat {
  /// Names that the rendered sets use.
  private static let truthNames = [
    "polaroid600": "polaroid-600", "spectra": "polaroid-spectra", "fp100c": "pack-film",
  ]

  fileprivate static func inTruth(_ name: String) -> FilmFormat? {
    named(truthNames[name] ?? String(name.map { $0 == "_" ? "-" : $0 }))
  }
}
