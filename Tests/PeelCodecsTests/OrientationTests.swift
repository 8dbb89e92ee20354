import PeelImaging
import Testing

@testable import PeelCodecs

struct OrientationTests {
  /// The stored pixel for the upright picture's (x, y), from EXIF's definition.
  private func stored(_ x: Int, _ y: Int, _ orientation: Orientation, _ width: Int, _ height: Int) -> (x: Int, y: Int) {
    switch orientation {
    case .upright: (x, y)
    case .mirrored: (width - 1 - x, y)
    case .rotated180: (width - 1 - x, height - 1 - y)
    case .flipped: (x, height - 1 - y)
    case .transposed: (y, x)
    case .rotated90: (y, height - 1 - x)
    case .transversed: (width - 1 - y, height - 1 - x)
    case .rotated270: (width - 1 - y, x)
    }
  }

  /// Samples that differ from all those nearby.
  private func plane(_ width: Int, _ height: Int, _ salt: Int = 0) -> Plane<UInt8> {
    Plane(
      width: width, height: height,
      samples: (0..<width * height).map { UInt8(truncatingIfNeeded: ($0 + salt) * 167 + $0 / 251) })
  }

  @Test(arguments: Orientation.allCases, [(1, 1), (5, 3), (1, 9), (16, 16), (17, 33), (64, 40), (131, 70)])
  func planesTurn(_ orientation: Orientation, _ size: (Int, Int)) {
    let (width, height) = size
    let source = plane(width, height)
    let turned = source.turned(orientation)
    #expect((turned.width, turned.height) == (orientation.swapsSides ? (height, width) : (width, height)))
    for y in 0..<turned.height {
      for x in 0..<turned.width {
        let from = stored(x, y, orientation, width, height)
        #expect(turned[x, y] == source[from.x, from.y])
      }
    }
  }

  /// Each pixel keeps its chroma sample, also if the size isn't a multiple of the chroma's scale.
  @Test(arguments: Orientation.allCases, [(2, 2), (2, 1), (1, 2), (4, 1)])
  func chromaStaysWithItsPixels(_ orientation: Orientation, _ scale: (Int, Int)) throws {
    let (width, height) = (5, 3)
    let (across, down) = ((width + scale.0 - 1) / scale.0, (height + scale.1 - 1) / scale.1)
    let source = Photo(
      luma: plane(width, height),
      chroma: Chroma(blue: plane(across, down, 1), red: plane(across, down, 90), scale: scale))
    let turned = source.turned(orientation)
    let chroma = try #require(turned.chroma)
    let original = try #require(source.chroma)
    #expect(chroma.origin.x <= 0 && chroma.origin.y <= 0)
    for y in 0..<turned.height {
      for x in 0..<turned.width {
        let from = stored(x, y, orientation, width, height)
        let (column, row) = ((x - chroma.origin.x) / chroma.scale.x, (y - chroma.origin.y) / chroma.scale.y)
        #expect(chroma.blue[column, row] == original.blue[from.x / scale.0, from.y / scale.1])
        #expect(chroma.red[column, row] == original.red[from.x / scale.0, from.y / scale.1])
      }
    }
  }

  @Test func oddPhotoBeginsInsideAChromaSample() {
    let chroma = Chroma(blue: plane(3, 2), red: plane(3, 2), scale: (2, 2))
    let photo = Photo(luma: plane(5, 3), chroma: chroma)
    let origins = Orientation.allCases.map { photo.turned($0).chroma.map { [$0.origin.x, $0.origin.y] } ?? [] }
    #expect(origins == [[0, 0], [-1, 0], [-1, -1], [0, -1], [0, 0], [-1, 0], [-1, -1], [0, -1]])
  }

  @Test(arguments: Orientation.allCases)
  func photosComeUpright(_ orientation: Orientation) throws {
    let block = Tiff.phone(orientation: UInt16(orientation.rawValue))
    let file = try PhotoFile(decoding: Made.jpeg(37, 22, segments: [Made.exifSegment(block)]))
    let plain = try PhotoFile(decoding: Made.jpeg(37, 22))
    #expect(file.photo.luma == plain.photo.turned(orientation).luma)
    #expect(file.photo.chroma == plain.photo.turned(orientation).chroma)
    #expect(file.exif?.orientation == orientation)
  }
}
