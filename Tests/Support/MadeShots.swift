import Foundation
import PeelCodecs
import PeelImaging

/// Shots of one print with painted glare, made from a sample, as small JPEGs.
package struct MadeShots {
  package let folder: Folder

  /// The middles of the painted glare, in shares of the photo's size, and its radius in shares of its width.
  package static let glare = ["a": (x: 0.42, y: 0.42), "b": (x: 0.58, y: 0.6), "c": (x: 0.6, y: 0.38)]
  private static let radius = 0.06

  package init() throws {
    folder = try Folder()
    for (name, spot) in Self.glare {
      let picture = try Self.picture("astronaut-on-blue.jpg", glare: spot)
      try folder.write(Data(try ScanFile().encoded(picture)), name + ".jpg")
    }
    try folder.write(Data(try ScanFile().encoded(Self.picture("rocket-tilted.jpg", glare: nil))), "other.jpg")
    let grey = Picture(width: 400, height: 300, samples: Array(repeating: 128, count: 3 * 400 * 300))
    try folder.write(Data(try ScanFile().encoded(grey)), "none.jpg")
    try folder.write(Data("Dear diary,\n".utf8), "text.jpg")
  }

  package func paths(_ names: String...) -> [String] { names.map { folder.path($0 + ".jpg") } }

  /// Adds two shots of a desk with six prints.
  package func addDesks() throws {
    let picture = try Self.picture("six-on-a-desk.jpg", glare: nil)
    for (name, quality) in [("desk1", 92), ("desk2", 88)] {
      var file = ScanFile()
      file.quality = quality
      try folder.write(Data(try file.encoded(picture)), name + ".jpg")
    }
  }

  /// A sample at half its size with a white disc.
  private static func picture(_ sample: String, glare: (x: Double, y: Double)?) throws -> Picture {
    let photo = try PhotoFile(decoding: [UInt8](Samples.bytes(sample))).photo
    let luma = photo.luma.halved()
    var samples: [UInt8] = []
    for y in 0..<luma.height {
      for x in 0..<luma.width {
        var part = 0.0
        if let glare {
          let (dx, dy) = (Double(x) - glare.x * Double(luma.width), Double(y) - glare.y * Double(luma.height))
          let distance = (dx * dx + dy * dy).squareRoot() / Double(luma.width)
          part = min(max((radius - distance) / 0.02, 0), 1)
        }
        let level = Double(luma[x, y]) * (1 - part) + (120 + 0.5 * Double(luma[x, y])) * part
        samples += Array(repeating: UInt8(min(level.rounded(), 255)), count: 3)
      }
    }
    return Picture(width: luma.width, height: luma.height, samples: samples)
  }
}
