import Foundation
import PeelCodecs
import PeelImaging
import PeelTestSupport
import Testing

@testable import PeelScanning

struct ThreadsTests {
  /// A photo of smooth waves, with an odd width and height.
  private static let photo: Photo = {
    let luma = Plane<UInt8>(width: 901, height: 703) { y, row in
      for x in 0..<901 { row.append(UInt8(128 + 90 * sin(Double(x) / 23) * cos(Double(y) / 31))) }
    }
    let blue = Plane<UInt8>(width: 451, height: 352) { y, row in
      for x in 0..<451 { row.append(UInt8(128 + 40 * sin(Double(x + y) / 19))) }
    }
    let red = Plane<UInt8>(width: 451, height: 352) { y, row in
      for x in 0..<451 { row.append(UInt8(120 + 30 * cos(Double(x - y) / 29))) }
    }
    return Photo(luma: luma, chroma: Chroma(blue: blue, red: red, scale: (2, 2)))
  }()

  @Test(arguments: ["six-on-checked-cloth", "rocket-tilted"])
  func printsAreTheSameOnAnyNumberOfThreads(_ sample: String) throws {
    let photo = try PhotoFile(decoding: [UInt8](Samples.bytes("\(sample).jpg"))).photo
    var detector = Detector()
    let expected = detector.detect(in: photo)
    #expect(!expected.prints.isEmpty)
    for threads in 2...3 {
      detector.threads = threads
      let detection = detector.detect(in: photo)
      #expect(detection.prints == expected.prints)
      #expect(detection.candidates.map(\.quad) == expected.candidates.map(\.quad))
    }
  }

  @Test(arguments: [1, 2, 3], [ScanFile.Format.jpeg, .png])
  func aFileIsTheSameOnAnyNumberOfThreads(_ threads: Int, _ format: ScanFile.Format) throws {
    let development = try Self.development()
    let whole = development.scan(of: [development.strip(rows: 0..<development.height)])
    var file = ScanFile()
    file.format = format
    let one = try development.encoded(as: file, threads: 1)
    let (facts, bytes) = try development.encoded(as: file, threads: threads)
    #expect(bytes == one.bytes && facts.sharpness == one.facts.sharpness && facts.sharpness > 0)
    #expect(facts.after == whole.after && facts.width == whole.picture.width && facts.height == whole.picture.height)
    #expect(development.scan(threads: threads).picture == whole.picture)
  }

  /// A JPEG's planes, whose colours aren't rounded in between, are close to the picture's, and are the same if they are
  /// made in parts.
  @Test func planesMatchThePicture() throws {
    let development = try Self.development()
    let (width, height) = (development.width, development.height)
    let cuts = [0, 130, 400, height]
    let strips = zip(cuts, cuts.dropFirst()).map { development.strip(rows: $0..<$1) }
    let colours = development.colours(of: strips)
    func planes(_ rows: Range<Int>) -> (planes: FinishedPlanes, laplacian: Laplacian) {
      development.finishedPlanes(rows: rows, of: strips, colours, chromaScale: (2, 2))
    }
    let whole = planes(0..<height)
    let parts = [0..<64, 64..<402, 402..<height].map(planes)
    #expect(parts.flatMap { $0.planes.luma.samples } == whole.planes.luma.samples)
    #expect(parts.flatMap { $0.planes.chroma.blue.samples } == whole.planes.chroma.blue.samples)
    let sharpness = development.facts(colours, whole.laplacian).sharpness
    #expect(development.facts(colours, parts.map(\.laplacian).reduce(Laplacian(), +)).sharpness == sharpness)

    let scan = development.scan(of: strips)
    let reference = FinishedPlanes(of: scan.picture, rows: 0..<height, chromaScale: (2, 2))
    func error(_ a: Plane<UInt8>, _ b: Plane<UInt8>) -> Double {
      let squares = zip(a.samples, b.samples).map { (Int($0) - Int($1)) * (Int($0) - Int($1)) }
      return Double(squares.reduce(0, +)) / Double(squares.count)
    }
    // A mean square error of 0.3 is 53 dB. It changes the PSNR of a JPEG of 37 dB by a tenth of a decibel.
    #expect(whole.planes.luma.samples.count == width * height)
    #expect(error(whole.planes.luma, reference.luma) < 0.3)
    #expect(error(whole.planes.chroma.blue, reference.chroma.blue) < 0.3)
    #expect(error(whole.planes.chroma.red, reference.chroma.red) < 0.3)
    #expect(sharpness > 0)
  }

  private static func development() throws -> Development {
    try Developer().prepare(photo, Quad(Point(60, 50), Point(840, 90), Point(800, 660), Point(30, 620)))
  }
}
