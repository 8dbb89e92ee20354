import ArgumentParser
import Glibc
import Imaging
import Workbench

/// `peel open`: the workbench.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Look at photos, correct the corners of their prints and export them.")

  @Argument(help: "Photos, or folders with photos.")
  var photos: [String]

  func run() throws {
    let answer: Int32?
    do {
      var runner = try Runner(Model(paths: photos), services: .drawn)
      answer = runner.run()
    }
    if let answer { Terminal.die(of: answer) }
  }
}

extension Services {
  static let drawn = Services(
    load: { path throws(Sentence) in
      if path.contains("bad") { throw Sentence("\(path) is not a photo") }
      let p = Photo(luma: Plane(width: 4000, height: 3000) { y, row in
        for x in 0..<4000 { row.append((1200..<2600).contains(x - y / 8) && (600..<2300).contains(y + x / 9) ? 230 : UInt8(40 + (x / 40 + y / 30) % 80)) }
      })
      return LoadedPhoto(p)
    },
    detect: { photo in
      Detection(verdict: .review, prints: [Print(quad: Quad(Point(1250, 470), Point(2620, 320), Point(2850, 2000), Point(1480, 2130)), confidence: 0.97, film: .named("polaroid-600"))], candidates: [Candidate(quad: Quad(x: 500, y: 500, width: 800, height: 900), confidence: 0.3)])
    },
    develop: { photo, order throws(Sentence) in throw Sentence("not yet") },
    export: { order throws(Sentence) in throw Sentence("not yet") })
}
