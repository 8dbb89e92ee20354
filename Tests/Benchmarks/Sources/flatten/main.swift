// Flattens prints with given corners, without white balance. Reads one JSON order per line from standard input. For each, it
// prints the milliseconds from planes to RGB, including the histograms, on one core.
import Foundation

@testable import PeelCodecs
@testable import PeelImaging

struct Order: Decodable {
  var photo: String
  /// The x and y of each corner in the photo, in pixels, clockwise from the print's top left.
  var corners: [[Double]]
  /// The film's name, as in `peel films`.
  var film: String
  /// The scan's width in pixels; null keeps the photo's resolution.
  var width: Double?
  /// The PNG file to write.
  var output: String
}

while let line = readLine() {
  let order = try JSONDecoder().decode(Order.self, from: Data(line.utf8))
  guard let film = FilmFormat.named(order.film), let quad = Quad(order.corners.map { Point($0[0], $0[1]) }) else {
    fatalError("no such film, or not four corners: \(line)")
  }
  let file = try PhotoFile(decoding: [UInt8](Data(contentsOf: URL(filePath: order.photo))))
  var developer = Developer()
  developer.whiteBalance = .none
  developer.ppi = order.width.map { $0 / film.width * 25.4 }
  let development = try developer.prepare(file.photo, quad, film: film, isUpright: true)
  var strips: [Development.Strip] = []
  let time = ContinuousClock().measure { strips.append(development.strip(rows: 0..<development.height)) }
  var output = ScanFile(of: file)
  output.format = .png
  try Data(output.encoded(development.scan(of: strips).picture)).write(to: URL(filePath: order.output))
  FileHandle.standardOutput.write(Data("\(time / .milliseconds(1))\n".utf8))
}
