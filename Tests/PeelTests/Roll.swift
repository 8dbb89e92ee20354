import PeelCodecs
import Foundation
import PeelImaging

import PeelScanning
import PeelFiles

/// A folder of small photos, each of one print, no two alike.
enum Roll {
  /// Writes `roll/100.jpg`, `roll/101.jpg` and so on.
  static func write(_ count: Int, in folder: Folder) throws {
    for number in 0..<count { try folder.write(try photo(number), "roll/\(100 + number).jpg") }
  }

  /// A white frame with a picture in it, on a dark table.
  static func photo(_ number: Int) throws -> Data {
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
    return Data(try ScanFile().encoded(Picture(width: 240, height: 300, samples: samples)))
  }
}

extension Folder {
  /// The names and bytes of all files in a folder, hidden ones too, but without the notes of runs.
  func contents(_ folder: String) throws -> [String: Data] {
    try Dictionary(uniqueKeysWithValues: names(folder).map { ($0, try read("\(folder)/\($0)")) })
  }
}

extension Folder {
  /// Files in it that are the only scan of their photo.
  func scans(_ folder: String) -> Int { names(folder).filter { $0.hasSuffix("-1.jpg") }.count }
}

extension Program.Result {
  /// Nothing failed, whether or not a print needs review.
  var isDone: Bool { [0, 3].contains(status) }

  /// Photos that an earlier run did, as the summary tells.
  var earlier: Int {
    error.firstMatch(of: /([0-9]+) of them by an earlier run/).flatMap { Int($0.output.1) } ?? 0
  }
}
