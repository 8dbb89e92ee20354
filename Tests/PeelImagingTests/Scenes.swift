import Foundation
import PeelImaging

/// Rendered photos with their truth. They may not be shipped, so they are kept beside the repository.
enum Scenes {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared/photos/scenes").standardizedFileURL

  /// Tests that need the scenes are skipped without them.
  static var arePresent: Bool { FileManager.default.fileExists(atPath: folder.appending(path: "truth.json").path) }

  struct Truth: Decodable {
    var images: [Scene]
  }

  struct Scene: Decodable {
    var file: String
    var width: Int
    var height: Int
    var focalPx: Double
    /// The 35 mm equivalent as in the file, in whole millimetres; nil if the file has none.
    var exifFocal35: Double?
    var tiltDeg: Double
    var prints: [ScenePrint]

    /// The focal length in pixels, computed from the file.
    var exifFocalLength: Double? {
      exifFocal35.map { $0 / 43.2666 * (Double(width * width + height * height)).squareRoot() }
    }
  }

  struct ScenePrint: Decodable {
    var format: String
    var sizeMm: [Double]
    var corners: [[Double]]
    var imageWindowMm: [Double]
    var imageWindowCorners: [[Double]]
    var borderKind: String
    var scan: String

    var quad: Quad { Quad(corners.map { Point($0[0], $0[1]) }) ?? Quad(x: 0, y: 0, width: 0, height: 0) }
    var window: Quad { Quad(imageWindowCorners.map { Point($0[0], $0[1]) }) ?? quad }
    var film: FilmFormat? { FilmFormat.all.first { abs($0.width - sizeMm[0]) < 1 && abs($0.height - sizeMm[1]) < 1 } }
    var ratio: Double { sizeMm[0] / sizeMm[1] }
  }

  static func truth() throws -> [Scene] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let bytes = try Data(contentsOf: folder.appending(path: "truth.json"))
    return try decoder.decode(Truth.self, from: bytes).images
  }
}

extension [Double] {
  /// The middle value; NaN without values.
  var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}
