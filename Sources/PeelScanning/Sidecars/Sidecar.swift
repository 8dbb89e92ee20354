internal import FoundationEssentials
package import PeelFiles
package import PeelImaging

/// A person's adjustments to the prints of one photo, kept in a file beside it.
public struct Sidecar: Sendable, Equatable {
  /// The photo's name.
  package var photo: String
  /// The upright photo's width in pixels.
  package var width: Int
  /// The upright photo's height in pixels.
  package var height: Int
  /// The digest of the photo's file; nil if it isn't known.
  package var digest: Digest?
  /// The prints to scan, in order.
  package var prints: [WantedPrint]
  /// Whether the photo isn't scanned because another shot of its print was taken. `prints` are then those that it had.
  package var isSetAside = false
  /// The shots that it was merged with; nil if it is scanned alone. Such a photo is set aside as well, so that older
  /// versions of peel don't replace the merged scan.
  package var merge: SidecarMerge?
  /// The name of the photo that it was merged into; nil if it is none of a merge's other shots.
  package var mergedInto: String?
  /// The keys in its file that aren't known, which saving it anew drops.
  package var unknownKeys: [String] = []

  /// Adjustments to a photo of this name and size.
  package init(photo: String, width: Int, height: Int, prints: [WantedPrint]) {
    self.photo = photo
    self.width = width
    self.height = height
    self.prints = prints
  }

  /// The version of the layout that is written, and the only one that is read.
  static let schema = 1

  /// Why the bytes of a sidecar can't be used.
  public enum FormatError: Error, Equatable {
    /// A later version of peel wrote it.
    case newer(schema: Int)
    /// It isn't a valid sidecar.
    case damaged(reason: String)
  }
}

extension Sidecar {
  /// The largest file, in bytes. A photo of a hundred prints takes 30 kB.
  package static let byteLimit = 1 << 20
  /// The most prints in one photo.
  static let printLimit = 1000
  /// The longest side of a photo, in pixels.
  private static let longestSide = 1 << 20

  /// Reads a sidecar. Keys may come in any order, and unknown keys are only noted.
  package init(decoding bytes: [UInt8]) throws(FormatError) {
    guard bytes.count <= Self.byteLimit else { throw .damaged(reason: "more than 1 MB") }
    let version: Version = try Self.decoded(bytes)
    guard version.schema == Self.schema else {
      throw version.schema > Self.schema
        ? .newer(schema: version.schema) : .damaged(reason: "schema isn't a number above 0")
    }
    let record: Record = try Self.decoded(bytes)
    let sides = 1...Self.longestSide
    guard sides.contains(record.width), sides.contains(record.height) else {
      throw .damaged(reason: "width and height aren't those of a photo")
    }
    guard record.prints.count <= Self.printLimit else { throw .damaged(reason: "more than 1000 prints") }
    (photo, width, height) = (record.photo, record.width, record.height)
    (isSetAside, mergedInto) = (record.setAside ?? false, record.mergedInto)
    guard mergedInto?.isFileName ?? true else { throw .damaged(reason: "mergedInto isn't a file's name") }
    merge = try record.merge.map { (merge) throws(FormatError) in try SidecarMerge(merge, of: record.photo) }
    digest = try record.digest.map { (text) throws(FormatError) in
      guard let digest = Digest(text: text) else { throw .damaged(reason: "digest isn't 16 hexadecimal digits") }
      return digest
    }
    unknownKeys = record.unknownKeys
    prints = []
    for (number, print) in zip(1..., record.prints) {
      prints.append(try print.wanted(number, width: Double(width), height: Double(height)))
    }
  }

  private static func decoded<Value: Decodable>(_ bytes: [UInt8]) throws(FormatError) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(bytes))
    } catch let error as DecodingError {
      throw .damaged(reason: error.words)
    } catch {
      throw .damaged(reason: "it isn't JSON")
    }
  }

  /// The sidecar as JSON, with its keys in a fixed order and a line for each print. Reading it gives back the same numbers.
  package var bytes: [UInt8] {
    let head: [(String, JSON)] =
      [
        ("schema", .integer(Self.schema)), ("photo", .string(photo)), ("width", .integer(width)),
        ("height", .integer(height)),
      ] + (digest.map { [("digest", .string($0.text))] } ?? []) + (isSetAside ? [("setAside", .bool(true))] : [])
      + (merge.map { [("merge", $0.json)] } ?? []) + (mergedInto.map { [("mergedInto", .string($0))] } ?? [])
    let lines = head.map { "  \(JSON.string($0).line): \($1.line)," } + ["  \"prints\": ["]
    let prints = prints.map { "    " + Self.json($0).line }.joined(separator: ",\n")
    return Array(
      ("{\n" + lines.joined(separator: "\n") + "\n" + (prints.isEmpty ? "" : prints + "\n") + "  ]\n}\n").utf8)
  }

  private static func json(_ print: WantedPrint) -> JSON {
    .object(
      [
        ("corners", .array(print.quad.corners.map { .array([.exact($0.x), .exact($0.y)]) })),
        ("upright", .bool(print.isUpright)),
      ] + (print.curl.map { [("curl", $0.json)] } ?? []) + print.settings.members)
  }
}

extension Curl {
  package var json: JSON {
    .object(["direction": .string(direction.rawValue), "bow": .exact(bow), "skew": .exact(skew)])
  }
}

private struct Version: Decodable {
  let schema: Int
}

private struct Record: Decodable {
  let photo: String
  let width: Int
  let height: Int
  let digest: String?
  let setAside: Bool?
  let merge: SidecarMerge.Record?
  let mergedInto: String?
  let prints: [Print]
  let unknownKeys: [String]

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case photo, width, height, digest, setAside, merge, mergedInto, prints, schema
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    photo = try container.decode(String.self, forKey: .photo)
    width = try container.decode(Int.self, forKey: .width)
    height = try container.decode(Int.self, forKey: .height)
    digest = try container.decodeIfPresent(String.self, forKey: .digest)
    setAside = try container.decodeIfPresent(Bool.self, forKey: .setAside)
    merge = try container.decodeIfPresent(SidecarMerge.Record.self, forKey: .merge)
    mergedInto = try container.decodeIfPresent(String.self, forKey: .mergedInto)
    prints = try container.decode([Print].self, forKey: .prints)
    let own = try decoder.keys(besides: CodingKeys.allCases.map(\.rawValue))
    unknownKeys = Set(own + prints.flatMap(\.unknownKeys)).sorted()
  }

  struct Print: Decodable {
    let corners: [[Double]]
    let upright: Bool
    let curl: Curl?
    let settings: Result<PrintSettings, PrintSetting.Fault>
    let unknownKeys: [String]

    enum CodingKeys: String, CodingKey, CaseIterable { case corners, upright, curl }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      corners = try container.decode([[Double]].self, forKey: .corners)
      upright = try container.decode(Bool.self, forKey: .upright)
      curl = try container.decodeIfPresent(Curl.self, forKey: .curl)
      unknownKeys = try decoder.keys(
        besides: CodingKeys.allCases.map(\.rawValue) + PrintSettings.Key.allCases.map(\.rawValue))
      let record = try decoder.container(keyedBy: PrintSettings.Key.self)
      _ = try record.decode(Int.self, forKey: .turn)
      do { settings = .success(try PrintSettings(from: record)) } catch let fault as PrintSetting.Fault {
        settings = .failure(fault)
      }
    }

    /// - Parameter number: the print's number in its photo, for errors.
    func wanted(_ number: Int, width: Double, height: Double) throws(Sidecar.FormatError) -> WantedPrint {
      func damaged(_ reason: String) -> Sidecar.FormatError { .damaged(reason: "print \(number): \(reason)") }
      // A print may reach out of its photo by at most the photo's size.
      let points = corners.filter { $0.count == 2 }.map { Point($0[0], $0[1]) }.filter {
        (-width...2 * width).contains($0.x) && (-height...2 * height).contains($0.y)
      }
      guard corners.count == 4, let quad = Quad(points) else {
        throw damaged("corners aren't four points in the photo")
      }
      guard curl?.isOfSheet ?? true else {
        throw damaged("curl is higher than a tenth of the way along it")
      }
      do { return WantedPrint(quad: quad, isUpright: upright, curl: curl, try settings.get()) } catch {
        throw damaged(error.words)
      }
    }
  }
}

private struct AnyKey: CodingKey {
  let stringValue: String
  let intValue: Int? = nil

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension Decoder {
  /// The keys of an object, apart from those that are known.
  fileprivate func keys(besides known: [String]) throws -> [String] {
    try container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).filter { !known.contains($0) }
  }
}

extension DecodingError {
  /// What is wrong, and with which key.
  fileprivate var words: String {
    func name(_ path: [any CodingKey]) -> String {
      path.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue }.joined(separator: " ")
    }
    return switch self {
    case .keyNotFound(let key, let context): "\(name(context.codingPath + [key])) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.codingPath.isEmpty ? "it isn't JSON" : "\(name(context.codingPath)) isn't what it should be"
    @unknown default: "it isn't JSON"
    }
  }
}
