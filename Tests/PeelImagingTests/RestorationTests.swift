import Foundation
import PeelCodecs
import PeelRandomNumbers
import Testing

@testable import PeelImaging

/// Fading, and what undoes it.
@Suite struct RestorationTests {
  /// A print that fades: a share of each dye's density is left, and a stain comes all over (Wilhelm and Brower, The
  /// Permanence and Care of Color Photographs, 1993).
  struct Fading {
    var left: [Double]
    var stain: [Double]

    /// The density of paper without dye.
    static let paper = 0.08

    func callAsFunction(_ picture: Picture) -> Picture {
      let curves = zip(left, stain).map { left, stain in
        (0...255).map { level in
          let density = -log10(max(LinearLight.ofLevel[level], 5e-4))
          let faded = max(density - Self.paper, 0) * left + min(density, Self.paper) + stain
          return UInt8(min(max(LinearLight.level(of: pow(10, -faded)).rounded(), 0), 255))
        }
      }
      var faded = picture
      for i in faded.samples.indices { faded.samples[i] = curves[i % 3][Int(faded.samples[i])] }
      return faded
    }
  }

  /// The mean colour difference of two pictures (CIE 1976, D65).
  static func difference(_ a: Picture, _ b: Picture) -> Double {
    func lab(_ samples: ArraySlice<UInt8>) -> (Double, Double, Double) {
      let light = samples.map { LinearLight.ofLevel[Int($0)] }
      func f(_ red: Double, _ green: Double, _ blue: Double) -> Double {
        let share = (red * light[0] + green * light[1] + blue * light[2]) / (red + green + blue)
        return share > 0.008856 ? cbrt(share) : 7.787 * share + 16.0 / 116
      }
      let (x, y, z) = (
        f(0.4124, 0.3576, 0.1805), f(0.2126, 0.7152, 0.0722), f(0.0193, 0.1192, 0.9505)
      )
      return (116 * y - 16, 500 * (x - y), 200 * (y - z))
    }
    // Every seventh pixel tells enough.
    let pixels = stride(from: 0, to: a.samples.count, by: 21)
    let sum = pixels.reduce(0.0) { sum, i in
      let (p, q) = (lab(a.samples[i..<i + 3]), lab(b.samples[i..<i + 3]))
      return sum + (pow(p.0 - q.0, 2) + pow(p.1 - q.1, 2) + pow(p.2 - q.2, 2)).squareRoot()
    }
    return sum / Double(a.samples.count / 21)
  }

  /// The restored picture, and whether its frame allowed it.
  static func restored(_ picture: Picture) throws -> (picture: Picture, isRestored: Bool?) {
    var file = ScanFile()
    file.format = .png
    let photo = try PhotoFile(decoding: file.encoded(picture)).photo
    var developer = Developer()
    developer.restoresFading = true
    let scan = try developer(photo, Quad(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height)))
    let shown =
      (scan.picture.width, scan.picture.height) == (picture.width, picture.height)
      ? scan.picture : scan.picture.scaled(width: picture.width, height: picture.height)
    return (shown, scan.isRestored)
  }

  /// A print with a white frame around all colours from black to white.
  private static func print(frame: [Double] = [0.82, 0.82, 0.8]) -> Picture {
    let (width, height, border) = (440, 535, 40)
    var samples: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let isFrame = x < border || y < border || x >= width - border || y >= height - 2 * border
        let across = Double(x - border) / Double(width - 2 * border)
        let down = Double(y - border) / Double(height - 3 * border)
        let light =
          isFrame
          ? frame : [0.02 + 0.7 * across, 0.02 + 0.6 * down * across, 0.02 + 0.7 * abs(down - across)].map { $0 }
        samples += light.map { UInt8(LinearLight.level(of: $0).rounded()) }
      }
    }
    return Picture(width: width, height: height, samples: samples)
  }

  @Test(arguments: [([0.6, 0.8, 0.5], [0.02, 0.06, 0.15]), ([0.9, 0.5, 0.7], [0, 0.05, 0.08])])
  func fadingIsUndone(_ left: [Double], _ stain: [Double]) throws {
    let print = Self.print()
    let faded = Fading(left: left, stain: stain)(print)
    let (restored, isRestored) = try Self.restored(faded)
    let (before, after) = (Self.difference(faded, print), Self.difference(restored, print))
    #expect(isRestored == true && after < before / 2, "\(before) \(after)")
  }

  @Test func anUnfadedPrintStays() throws {
    let print = Self.print()
    let difference = Self.difference(try Self.restored(print).picture, print)
    #expect(difference < 2, "\(difference)")
  }

  /// What colour a coloured frame had isn't known.
  @Test func aColouredFrameIsNoMeasure() throws {
    #expect(try Self.restored(Self.print(frame: [0.8, 0.2, 0.3])).isRestored == false)
  }

  /// The ideal scans of the scenes, faded by 10 to 55 % of each dye, with stains of up to 0.18.
  @Test(.enabled(if: Scenes.arePresent, "needs ../shared/photos/scenes"))
  func theScenesPrintsAreRestored() throws {
    var random = RandomNumbers(seed: 28)
    var (faded, restored, unfaded): ([Double], [Double], [Double]) = ([], [], [])
    for print in try Scenes.truth().flatMap(\.prints) {
      let bytes = [UInt8](try Data(contentsOf: Scenes.folder.appending(path: print.scan)))
      let scan = try PhotoFile(decoding: bytes).photo.picture().reduced(toLongSide: 500)
      let left = (0..<3).map { _ in Double.random(in: 0.45...0.9, using: &random) }
      let stain = (0..<3).map { _ in Double.random(in: 0...0.18, using: &random) }.sorted()
      let old = Fading(left: left, stain: stain)(scan)
      let fresh = try Self.restored(scan)
      // What colour a coloured frame had isn't known.
      guard fresh.isRestored == true else { continue }
      faded.append(Self.difference(old, scan))
      restored.append(Self.difference(try Self.restored(old).picture, scan))
      unfaded.append(Self.difference(fresh.picture, scan))
    }
    #expect(faded.count >= 88)
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    Swift.print("faded \(mean(faded)), restored \(mean(restored)), unfaded \(mean(unfaded))")
    #expect(mean(restored) < mean(faded) / 2 && mean(unfaded) < 2)
  }
}
