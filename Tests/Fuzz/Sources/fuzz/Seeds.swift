import Glibc

@testable import PeelCodecs
@testable import PeelFiles
@testable import PeelInference

private let noise = (0..<400).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }

/// The seeds that are made here, by the kind of input and their names.
private let seeds: [String: [String: [UInt8]]] = [
  "raw": ["mosaic": MadeRaw.dng(), "turned": MadeRaw.dng(orientation: 6), "cut": MadeRaw.dng(isCut: true)],
  "child": Dictionary(
    uniqueKeysWithValues: Hostile.allCases.map { ($0.rawValue, $0.file(Array("S".utf8) + $0.picture.bytes)) }),
  "depth": DepthSeeds.files,
  "gdepth": DepthSeeds.packets.merging(["odd": [1, 1, 0, 0, 1, 0, 0, 1, 1, 0, 1, 7]]) { first, _ in first },
  "mpf": ["index": DepthSeeds.index],
  "network": ["windows": NetworkSeeds.windows, "shapes": NetworkSeeds.shapes, "bundle": NetworkSeeds.bundle],
  "gif": [
    "noise": [0, 119, 0, 119, 0, 0, 0, 9, 0] + noise, "even": [0, 60, 0, 40, 0, 1, 0, 10, 0, 128],
    "exact": [0, 99, 0, 99, 0, 2, 0, 3, 1] + Array(0...250),
  ],
  "lzw": ["noise": [60, 0] + noise + noise.reversed(), "even": [60, 0, 7]],
  "sheet": [
    "texts": (0..<60).flatMap { Array("(\($0)) é\u{301}€\\漢".utf8) },
    "small": (0..<200).map { UInt8($0 * 7 % 251) }, "empty": [0],
  ],
]

/// Ends the program if a seed isn't read as it is meant to be.
private func check() throws {
  for file in DepthSeeds.files.values + DepthSeeds.packets.values.map(DepthSeeds.photo(xmp:)) {
    _ = try StereoContents(of: file)
  }
  for network in [NetworkSeeds.windows, NetworkSeeds.shapes] { _ = try Network(tensorFlowLite: network) }
  _ = try PhotoFile(decoding: MadeRaw.dng())
  let content = try StoredArchive(NetworkSeeds.bundle)["face_detector.tflite"]
  precondition(content == NetworkSeeds.windows)
}

/// Writes the seeds of each kind into a folder of that name, which must exist.
func writeSeeds(to folder: String) {
  do { try check() } catch { fatalError("a seed isn't read: \(error)") }
  for (kind, files) in seeds {
    for (name, bytes) in files {
      let path = Path("\(folder)/\(kind)/made-\(name)")
      do { try writeWhole(bytes, to: path, force: true) } catch {
        print("\(path.text): \(error)")
        exit(1)
      }
    }
  }
}
