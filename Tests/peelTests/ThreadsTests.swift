import Codecs
import Foundation
import Imaging
import Testing

@testable import peel

struct ThreadsTests {
  /// A flat photo of waves, odd in both directions.
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
    let quad = Quad(Point(60, 50), Point(840, 90), Point(800, 660), Point(30, 620))
    let development = try Developer().prepare(Self.photo, quad)
    let whole = development.scan(of: [development.strip(rows: 0..<development.height)])
    var file = ScanFile()
    file.format = format
    let (facts, bytes) = try development.coded(as: file, threads: threads)
    #expect(try bytes == file.encoded(whole.picture))
    #expect(facts.sharpness == whole.sharpness && whole.sharpness > 0)
    #expect(facts.after == whole.after && facts.width == whole.picture.width && facts.height == whole.picture.height)
    #expect(development.scan(threads: threads).picture == whole.picture)
  }
}
