@testable import PeelCodecs

/// ICC profiles made by the tests (ICC.1:2022).
enum MadeProfile {
  /// Apple's Display P3: its primaries in the profile connection space, and sRGB's curve.
  static let displayP3 = matrix(
    "Display P3", [[0.515102, 0.241182, -0.001050], [0.291965, 0.692236, 0.041882], [0.157153, 0.066582, 0.784378]],
    curve: parametric([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]))

  static let adobeRGB = matrix(
    "Adobe RGB (1998)", [[0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457]],
    curve: parametric([563.0 / 256, 1, 0, 0, 0]))

  /// - Parameter xyz: the XYZ of red, green and blue under D50.
  static func matrix(_ name: String, _ xyz: [[Double]], curve: [UInt8], padding: Int = 0) -> [UInt8] {
    let colorants = zip(["rXYZ", "gXYZ", "bXYZ"], xyz).map { ($0, "XYZ ".typed + $1.flatMap(fixed)) }
    let curves = ["rTRC", "gTRC", "bTRC"].map { ($0, curve) }
    let rest = padding > 0 ? [("zzzz", Array(repeating: UInt8(7), count: padding))] : []
    return profile(space: "RGB ", pcs: "XYZ ", [("desc", text(name))] + colorants + curves + rest)
  }

  /// A grey profile. Light is the sample to the power of `gamma`.
  static func grey(gamma: Double) -> [UInt8] {
    profile(space: "GRAY", pcs: "XYZ ", [("desc", text("Grey")), ("kTRC", parametric([gamma, 1, 0, 0, 0]))])
  }

  /// A CMYK profile from the colours of the 16 combinations of full inks.
  ///
  /// - Parameter lab: gives a combination's L (0…100), a and b (−128…127). Its bits are C, M, Y, K from the highest.
  static func inks(_ lab: (Int) -> (Double, Double, Double)) -> [UInt8] {
    let ramp = (0...255).map { UInt8($0) }
    let corners = (0..<16).flatMap { corner in
      let (l, a, b) = lab(corner)
      return [l * 2.55, a + 128, b + 128].map { UInt8($0.rounded()) }
    }
    // lut8Type: inputs, outputs, grid points; the identity for a matrix; tables.
    let table =
      "mft1".typed + [4, 3, 2, 0] + [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap(fixed)
      + [ramp, ramp, ramp, ramp].flatMap { $0 }
      + corners + [ramp, ramp, ramp].flatMap { $0 }
    return profile(space: "CMYK", pcs: "Lab ", [("desc", text("Inks")), ("A2B0", table)])
  }

  private static func profile(space: String, pcs: String, _ tags: [(name: String, data: [UInt8])]) -> [UInt8] {
    let all = tags + [("wtpt", "XYZ ".typed + [0.9642, 1, 0.82491].flatMap(fixed))]
    var table = PNGChunks.bigEndian(UInt32(all.count))
    var body: [UInt8] = []
    for tag in all {
      let start = 128 + 4 + 12 * all.count + body.count
      table += Array(tag.name.utf8) + PNGChunks.bigEndian(UInt32(start)) + PNGChunks.bigEndian(UInt32(tag.data.count))
      body += tag.data + Array(repeating: 0, count: (4 - tag.data.count % 4) % 4)
    }
    var header = [UInt8](repeating: 0, count: 128)
    func put(_ bytes: [UInt8], at offset: Int) { header.replaceSubrange(offset..<offset + bytes.count, with: bytes) }
    put(PNGChunks.bigEndian(UInt32(128 + table.count + body.count)), at: 0)
    put([4, 0x20, 0, 0] + Array(((space == "CMYK" ? "prtr" : "mntr") + space + pcs).utf8), at: 8)
    put([0x07, 0xE8, 0, 1, 0, 1], at: 24)
    put(Array("acsp".utf8), at: 36)
    put([0.9642, 1, 0.82491].flatMap(fixed), at: 68)
    return header + table + body
  }

  /// parametricCurveType, function 3.
  static func parametric(_ parameters: [Double]) -> [UInt8] {
    "para".typed + [0, 3, 0, 0] + parameters.flatMap(fixed)
  }

  /// A multiLocalizedUnicodeType with one text.
  private static func text(_ text: String) -> [UInt8] {
    let units = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    let numbers = [1, 12].flatMap(PNGChunks.bigEndian)
    return "mluc".typed + numbers + Array("enUS".utf8) + [UInt32(units.count), 28].flatMap(PNGChunks.bigEndian) + units
  }

  /// An s15Fixed16Number.
  private static func fixed(_ value: Double) -> [UInt8] {
    PNGChunks.bigEndian(UInt32(bitPattern: Int32((value * 65536).rounded())))
  }
}

extension String {
  /// A type's signature, followed by its reserved bytes.
  fileprivate var typed: [UInt8] { Array(utf8) + [0, 0, 0, 0] }
}

extension [UInt8] {
  /// The bytes with a text at `offset`.
  func with(_ text: String, at offset: Int) -> [UInt8] {
    var changed = self
    changed.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
    return changed
  }
}
