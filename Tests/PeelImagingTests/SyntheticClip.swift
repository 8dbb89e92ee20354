import Foundation
import PeelCodecs
import PeelRandomNumbers

@testable import PeelImaging

/// A video of a sample photo by a camera whose motion is known.
struct SyntheticClip {
  /// The camera's view: its position as shares of the photo's longer side, its rotation in degrees, and its
  /// magnification.
  struct View {
    var x = 0.0
    var y = 0.0
    var turn = 0.0
    var zoom = 1.0
    /// The share by which the right edge of the frame is nearer than the left one.
    var tilt = 0.0
  }

  struct Frame {
    let photo: Photo
    let time: Double
    /// The corners of all prints, including those outside the frame.
    let prints: [Quad]

    func isWhole(_ quad: Quad) -> Bool {
      quad.corners.allSatisfy {
        $0.x >= 0 && $0.y >= 0 && $0.x <= Double(photo.width) && $0.y <= Double(photo.height)
      }
    }
  }

  static let rate = 30.0

  private static func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Samples/\(name)"))
  }

  let width: Int
  let height: Int
  private let photo: Photo
  private let quads: [Quad]
  private let noise: [Int8]
  private let view: (_ time: Double) -> View

  /// - Parameter noise: the standard deviation, in levels.
  init(
    _ sample: String, width: Int = 720, height: Int = 960, noise: Double = 0, view: @escaping (_ time: Double) -> View
  ) throws {
    struct Truth: Decodable {
      struct Print: Decodable { let corners: [[Double]] }
      let prints: [Print]
    }
    let truth = try JSONDecoder().decode(Truth.self, from: Self.bytes(sample + ".json"))
    let whole = try PhotoFile(decoding: [UInt8](Self.bytes(sample + ".jpg"))).photo
    let small = ReducedPlanes(whole, level: 2)
    func plane(_ plane: Plane<Int16>) -> Plane<UInt8> {
      Plane(width: plane.width, height: plane.height, samples: plane.samples.map { UInt8(min(255, $0 / 16)) })
    }
    photo = Photo(
      luma: plane(small.luma),
      chroma: small.blue.flatMap { blue in
        small.red.map { Chroma(blue: plane(blue), red: plane($0), scale: (1, 1)) }
      })
    quads = truth.prints.compactMap { Quad($0.corners.map { Point($0[0] / 4, $0[1] / 4) }) }
    var random = RandomNumbers(seed: 5)
    self.noise = (0..<(width + 1) * (height + 64)).map { _ in
      let sum = (0..<6).reduce(0.0) { sum, _ in sum + Double.random(in: -1...1, using: &random) }
      return Int8((noise * sum / 2.0.squareRoot()).rounded())
    }
    self.view = view
    self.width = width
    self.height = height
  }

  /// - Parameter change: applied to a frame's luma before noise is added, for lamps and hands.
  func frame(_ number: Int, change: (_ luma: inout Plane<UInt8>) -> Void = { _ in }) throws -> Frame {
    let time = Double(number) / Self.rate
    let view = view(time)
    let (w, h) = (Double(width), Double(height))
    let scale = max(Double(photo.width) / w, Double(photo.height) / h) / view.zoom
    let angle = view.turn * .pi / 180
    let side = Double(max(photo.width, photo.height))
    let (c, s) = (scale * cos(angle), scale * sin(angle))
    let toPhoto = Homography(
      c, -s, Double(photo.width) / 2 + view.x * side, s, c, Double(photo.height) / 2 + view.y * side, 0, 0, 1)
    let tilted = Homography(1, 0, 0, 0, 1, 0, view.tilt / w, 0, 1)
    let map = toPhoto.after(tilted).after(Homography(scale: Point(1, 1), offset: Point(-w / 2, -h / 2)))
    let planes = Warp(photo, map: map, width: width, height: height).drawn(rows: 0..<height).planes
    var luma = planes.luma
    change(&luma)
    let start = number * 7919 % (64 * width)
    luma = Plane(width: width, height: height) { y, output in
      let row = luma.row(y)
      for x in row.indices { output.append(UInt8(min(255, max(0, Int(row[x]) + Int(noise[start + y * width + x]))))) }
    }
    guard let back = map.inverse else { throw CocoaError(.featureUnsupported) }
    return Frame(
      photo: Photo(luma: luma, chroma: planes.chroma.map { Chroma(blue: $0.blue, red: $0.red, scale: (1, 1)) }),
      time: time, prints: quads.map { back($0) })
  }
}
