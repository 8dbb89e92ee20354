// Flattens prints at given corners and leaves their colours as they are: one JSON order a line on standard input. Answers
// each on standard output with the milliseconds from planes to RGB, levels counted, on one core.
import PeelCodecs
import Foundation
import PeelImaging

struct Order: Decodable {
  var photo: String
  /// x and y of each, clockwise from the print's own top left.
  var corners: [[Double]]
  /// As in `peel films`.
  var film: String
  /// Of the scan, in pixels; null keeps the photo's sampling.
  var width: Double?
  /// A PNG.
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
  var output = ScanFile()
  output.format = .png
  try Data(output.encoded(development.scan(of: strips).picture)).write(to: URL(filePath: order.output))
  FileHandle.standardOutput.write(Data("\(time / .milliseconds(1))\n".utf8))
}
