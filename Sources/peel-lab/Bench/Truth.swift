import FoundationEssentials
import PeelFiles
import PeelImaging
import PeelScanning

/// A photo whose prints are known.
struct TruePhoto: Sendable, Equatable {
  /// The photo's file.
  var path: Path
  /// The prints in it.
  var prints: [TruePrint]
  /// Regions where a report counts neither as right nor as a false alarm, such as prints that are partly covered.
  var ignored: [Quad] = []
  /// Labels for the photo, such as `diff:hard`.
  var tags: [String] = []
  /// Where it comes from, such as a person's repository. Photos of one source are never split between those that train and
  /// those that are held back.
  var source = ""
}

/// A known print.
struct TruePrint: Sendable, Equatable {
  /// The corners in photo pixels, clockwise, from the print's own top left if that is known.
  var quad: Quad
  /// Whether the first corner is the print's own top left.
  var isUpright: Bool
  /// The print's film; nil if it isn't known.
  var film: FilmFormat?
  /// Labels for the print.
  var tags: [String] = []
  /// The numbers of corners that can't be seen. Their errors don't count.
  var hidden: Set<Int> = []
}

/// Why the known corners could not be read.
enum TruthError: Error, Equatable {
  /// No photo in this folder has known corners.
  case none(Path)
  /// The file can't be read or isn't a list of known corners.
  case malformed(Path, reason: String)
}

/// The photos in a folder whose corners are known: from `truth.json` if it exists, otherwise from a `NAME.json` beside each
/// `NAME.jpg`.
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

/// The contents of `truth.json`: `{"images": […]}`, or the array alone.
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

/// One photo's entry, with the keys of `Samples/README.md` or of the rendered and hand-marked sets.
private struct TruthRecord: Decodable {
  let file: String
  let prints: [Print]
  let ignored: [Quad]
  let tags: [String]
  let source: String?
  /// The numbers of hidden corners, by the print's number.
  let hidden: [String: [Int]]

  struct Print: Decodable {
    let corners: Corners
    let film: String?
    let format: String?
    let tags: [String]?
  }

  private enum CodingKeys: String, CodingKey {
    case photo, file, prints, quads, tags, category, difficulty, split, source
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
    source = try container.decodeIfPresent(String.self, forKey: .source)
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
    // `github.com/OWNER/NAME path`: the owner is the source.
    let owner = source.map { $0.split(separator: "/").prefix(2).joined(separator: "/") }
    return TruePhoto(
      path: folder.appending(Array(file.utf8)), prints: prints, ignored: ignored, tags: tags, source: owner ?? file)
  }
}

/// Four corners, each as `[x, y]`.
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
  /// The films that the rendered sets call by other names.
  private static let truthNames = [
    "polaroid600": "polaroid-600", "spectra": "polaroid-spectra", "fp100c": "pack-film",
  ]

  fileprivate static func inTruth(_ name: String) -> FilmFormat? {
    named(truthNames[name] ?? String(name.map { $0 == "_" ? "-" : $0 }))
  }
}

extension TruePhoto {
  /// Whether it is a photograph rather than rendered: only those name where they come from.
  var isReal: Bool { source.contains("/") }
}
