import Foundation
import PeelCodecs
import PeelFiles
import PeelImaging
import PeelOutput
import PeelScanning

/// Small photos of one print each, all different.
package enum Roll {
  /// Writes `roll/100.jpg`, `roll/101.jpg` and so on.
  package static func write(_ count: Int, in folder: Folder) throws {
    for number in 0..<count { try folder.write(try photo(number), "roll/\(100 + number).jpg") }
  }

  /// A photo of an Instax Mini print on a dark table, as a JPEG.
  package static func photo(_ number: Int) throws -> Data { Data(try ScanFile().encoded(picture(number))) }

  /// A white frame with a picture in it, in the proportions of Instax Mini, on a dark table.
  package static func picture(_ number: Int) -> Picture {
    let (left, top) = (60 + number % 17, 40 + number % 13)
    var samples: [UInt8] = []
    for y in 0..<300 {
      for x in 0..<240 {
        let (u, v) = (x - left, y - top)
        if !(0..<108).contains(u) || !(0..<172).contains(v) {
          samples += [60, UInt8(50 + number % 40), 45]
        } else if (8..<100).contains(u), (12..<136).contains(v) {
          samples += [UInt8(40 + u), UInt8(60 + number * 7 % 90), UInt8(50 + v)]
        } else {
          samples += [238, 236, 232]
        }
      }
    }
    return Picture(width: 240, height: 300, samples: samples)
  }

  /// A sidecar of such a photo, with a print of its own.
  package static func sidecar(_ name: String, _ digest: String? = nil) -> Data {
    let corners = "[[70,50],[170,50],[170,200],[70,200]]"
    let print = #"{"corners":\#(corners),"upright":true,"film":null,"turn":1}"#
    let digest = digest.map { #""digest":"\#($0)","# } ?? ""
    return Data(#"{"schema":1,"photo":"\#(name)",\#(digest)"width":240,"height":300,"prints":[\#(print)]}"#.utf8)
  }
}

extension Folder {
  /// The names and bytes of all files in a folder, including hidden ones but not `.peel`.
  package func contents(_ folder: String) throws -> [String: Data] {
    try Dictionary(uniqueKeysWithValues: names(folder).map { ($0, try read("\(folder)/\($0)")) })
  }
}

extension Folder {
  /// The number of first scans of photos in a folder.
  package func scans(_ folder: String) -> Int { names(folder).filter { $0.hasSuffix("-1.jpg") }.count }
}

extension Program.Result {
  /// Whether nothing failed; prints may need review.
  package var isDone: Bool { [0, 3].contains(status) }

  /// The number of photos scanned by an earlier run, from the summary.
  package var earlier: Int {
    error.firstMatch(of: /([0-9]+) of them by an earlier run/).flatMap { Int($0.output.1) } ?? 0
  }
}
