import Foundation
import PeelCodecs
import Testing

@testable import PeelImaging

/// Pairs with exact depth, and what each eye sees by the article's rule.
struct StereoTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../../shared/photos/stereo"
  ).standardized

  /// The sets in the folder; none if it is absent.
  static let sets: [String] =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.filter { $0.hasPrefix("st") }.sorted() ?? []

  /// Red, green and blue of a PNG, read without a detour over luma and chroma.
  private static func picture(_ name: String, of set: String) throws -> Picture {
    try Picture(decoding: Array(Data(contentsOf: folder.appending(path: "\(set)/\(name).png"))))
  }

  private static func map(of set: String) throws -> DepthMap {
    let file = try PhotoFile(
      decoding: Array(Data(contentsOf: folder.appending(path: "\(set)/depth16.png"))), keepsDepth: true)
    return DepthMap(nearness: try #require(file.photo.deep?.luma))
  }

  @Test(.enabled(if: !sets.isEmpty), arguments: sets)
  func wholePixelsEqualTheTruth(set: String) throws {
    let photo = try Self.picture("image", of: set)
    let map = try Self.map(of: set)
    for (name, shift) in [("half", 1.0), ("full", 2.0)] {
      let rule = WholePixelRule(Parallax(shift: shift))
      for eye in Eye.allCases {
        let made = rule.picture(eye, of: photo, map)
        let truth = try Self.picture("\(eye.rawValue)_\(name)", of: set)
        #expect(made == truth)
      }
    }
  }

  /// The truth has whole pixels; it differs by up to half a pixel everywhere that isn't the background.
  @Test(.enabled(if: !sets.isEmpty), arguments: sets)
  func synthesisIsCloseToTheTruth(set: String) throws {
    let picture = try Self.picture("image", of: set)
    let photo = try PhotoFile(
      decoding: Array(Data(contentsOf: Self.folder.appending(path: "\(set)/image.png")))
    ).photo
    let map = try Self.map(of: set)
    for (name, shift) in [("half", 1.0), ("full", 2.0)] {
      let pair = StereoPair(of: photo, map, Parallax(shift: shift)).pictures(threads: 2)
      let rule = WholePixelRule(Parallax(shift: shift))
      for eye in Eye.allCases {
        let made = eye == .left ? pair.left : pair.right
        let truth = try Self.picture("\(eye.rawValue)_\(name)", of: set)
        let gaps = (0..<picture.height).flatMap { y in
          rule.gaps(eye, (0..<picture.width).map { map.nearness[$0, y] })
        }
        let all = Self.ratio(made, truth, where: { _ in true })
        let filled = Self.ratio(made, truth, where: { gaps[$0] })
        if ProcessInfo.processInfo.environment["PEEL_SHOW"] != nil { print(set, name, eye, all, filled) }
        #expect(all >= 34)
        #expect(filled >= 24)
      }
    }
  }

  /// The peak signal-to-noise ratio over some pixels, in dB.
  private static func ratio(_ a: Picture, _ b: Picture, where isCounted: (Int) -> Bool) -> Double {
    var (sum, count) = (0, 0)
    for pixel in 0..<a.width * a.height where isCounted(pixel) {
      for sample in 3 * pixel..<3 * pixel + 3 {
        let difference = Int(a.samples[sample]) - Int(b.samples[sample])
        sum += difference * difference
      }
      count += 3
    }
    return 10 * log10(255 * 255 * Double(max(count, 1)) / Double(max(sum, 1)))
  }
}
