import Foundation
import PeelFiles
import PeelImaging
import PeelOutput
import PeelScanning
import PeelTestSupport
import Testing

@testable import PeelCodecs

/// One scene in every supported kind of file and orientation, made with common tools.
@Suite struct FormatTests {
  /// A kind of file, and how to convert eight pictures to it at once.
  private struct Kind {
    let name: String
    let ending: String
    var isGrey = false
    /// The arguments of `convert` between the pictures and the new files, and the format prefix of the new files' names.
    var magick: [String]?
    /// A tool and its arguments, in which IN is a picture and OUT the new file.
    var tool: [String]?

    static let all =
      jpegs.map { Kind(name: "jpeg \($0.0)", ending: "jpg", isGrey: $0.0 == "grey", tool: ["cjpeg"] + $0.1) } + [
        Kind(name: "jpeg CMYK", ending: "jpg", magick: ["-colorspace", "CMYK", "-quality", "95"]),
        Kind(name: "jpeg Adobe RGB", ending: "jpg", magick: profile("adobe") + ["-quality", "95"]),
        Kind(name: "png", ending: "png", magick: []),
        Kind(name: "png 16 bits", ending: "png", magick: ["-depth", "16", "PNG48:"]),
        Kind(name: "png palette", ending: "png", magick: ["+dither", "-colors", "256", "PNG8:"]),
        Kind(name: "png grey", ending: "png", isGrey: true, magick: ["-colorspace", "Gray", "-depth", "8"]),
        Kind(name: "png interlaced, alpha", ending: "png", magick: ["-interlace", "PNG", "PNG32:"]),
        Kind(name: "png Display P3", ending: "png", magick: profile("p3")),
        Kind(name: "tiff", ending: "tif", magick: ["-compress", "none"]),
        Kind(name: "tiff 16 bits, tiles, lzw", ending: "tif", magick: ["-depth", "16", "-compress", "lzw"] + tiles),
        Kind(name: "tiff big-endian, deflate", ending: "tif", magick: ["-endian", "MSB", "-compress", "zip"]),
        Kind(name: "tiff JPEG", ending: "tif", magick: ["-compress", "jpeg", "-quality", "95"]),
        Kind(name: "tiff planes", ending: "tif", magick: ["-interlace", "plane", "-compress", "lzw"]),
        Kind(name: "tiff grey", ending: "tif", isGrey: true, magick: ["-colorspace", "Gray", "-depth", "8"]),
        Kind(name: "tiff CMYK", ending: "tif", magick: ["-colorspace", "CMYK", "-compress", "lzw"]),
        Kind(name: "tiff Display P3", ending: "tif", magick: profile("p3") + ["-compress", "zip"]),
        Kind(name: "heic", ending: "heic", tool: heifEnc + ["IN.png"]),
        Kind(name: "heic 10 bits", ending: "heic", tool: heifEnc + ["-b", "10", "IN-16.png"]),
        Kind(name: "heic 4:4:4", ending: "heic", tool: heifEnc + ["-p", "chroma=444", "IN.png"]),
        Kind(name: "heic grey", ending: "heic", isGrey: true, tool: heifEnc + ["IN-grey.jpg"]),
        Kind(name: "heic Display P3", ending: "heic", tool: heifEnc + ["IN-p3.png"]),
      ]

    private static let jpegs: [(String, [String])] = [
      ("4:2:0", []), ("progressive", ["-progressive"]), ("arithmetic", ["-arithmetic"]),
      ("4:1:1, restarts", ["-sample", "4x1", "-restart", "1"]), ("4:4:4", ["-sample", "1x1"]), ("RGB", ["-rgb"]),
      ("grey", ["-grayscale"]),
    ].map { ($0.0, ["-quality", "95"] + $0.1 + ["-outfile", "OUT", "IN.ppm"]) }
    private static let heifEnc = ["heif-enc", "-q", "95", "-p", "preset=ultrafast", "-o", "OUT"]
    private static let tiles = ["-define", "tiff:tile-geometry=128x128"]
    static func profile(_ name: String) -> [String] { ["-profile", "srgb.icc", "-profile", "\(name).icc"] }

    func file(_ orientation: Orientation) -> String { "\(name.filter { $0 != ":" })-\(orientation.rawValue).\(ending)" }
  }

  private static let tools = ["convert", "cjpeg", "heif-enc", "exiftool", "tiffset"]
  private static var missing: [String] { tools.filter { path(of: $0) == nil } }

  private static func path(of tool: String) -> String? {
    ["/usr/bin/", "/usr/local/bin/"].map { $0 + tool }.first(where: FileManager.default.isExecutableFile)
  }

  @Test(.enabled(if: missing.isEmpty, "needs convert, cjpeg, heif-enc, exiftool and tiffset"))
  func everyFormatAndOrientationGivesTheSameScan() throws {
    let folder = try Folder()
    try makeScenes(in: folder)
    for kind in Kind.all { try make(kind, in: folder) }
    try setOrientations(in: folder)

    let files = Kind.all.flatMap { kind in Orientation.allCases.map { kind.file($0) } }
    let detected = try Program.run(["detect", "--json"] + files, in: folder)
    #expect(detected.lines.count == files.count, "\(detected.error)")
    let corners = try detected.lines.map { try Self.corners(of: $0) }
    _ = try Program.run(
      [
        "scan", "--as", "png", "--srgb", "--white-balance", "none", "--film", "instax-square", "--ppi", "60", "-o",
        "out",
      ] + files, in: folder)
    let scans = files.map { file in
      let name = file.replacing(/\.[a-z]+$/) { _ in "-1.png" }
      return try? Lab.pixels(of: PhotoFile(decoding: [UInt8](folder.read("out/" + name))).photo)
    }
    func index(_ name: String) throws -> Int {
      try #require(Kind.all.firstIndex { $0.name == name }) * Orientation.allCases.count
    }
    let (reference, greyReference) = (try index("png"), try index("png grey"))
    // A scan needs the film, and how clean the frame must be for naming it is a threshold: noise may miss it once.
    #expect(scans.count { $0 == nil } <= 1)
    var table = "corners, px / colours, ΔE2000, by orientation 1 to 8\n"
    for (row, kind) in Kind.all.enumerated() {
      table += kind.name.padding(toLength: 26, withPad: " ", startingAt: 0)
      for column in Orientation.allCases.indices {
        let number = row * Orientation.allCases.count + column
        let distance = Self.distance(corners[number], corners[reference])
        let difference = Lab.median(scans[number], scans[kind.isGrey ? greyReference : reference])
        table += String(format: "  %.2f/%.2f", distance, difference)
        #expect(distance <= 1, "\(files[number])")
        #expect(difference <= 1.5 || scans[number] == nil, "\(files[number])")
      }
      table += "\n"
    }
    print(table)
  }

  /// Puts useless files where the dynamic linker looks for the libraries.
  @Test(arguments: [("heic", "install the package libheif1"), ("tiff", "install the package libtiff6")])
  func aMissingLibraryIsNamed(_ kind: String, _ advice: String) throws {
    let folder = try Folder()
    for name in ["libheif.so.1", "libtiff.so.6", "libtiff.so.5", "libtiff.so"] { try folder.write(Data(), name) }
    let boxes = HEIFStructure.box("pitm", [0, 0, 0, 0, 0, 1]) + HEIFStructure.box("iprp", [])
    let heic = HEIFStructure.box("ftyp", Array("heic".utf8)) + HEIFStructure.box("meta", [0, 0, 0, 0] + boxes)
    try folder.write(Data(kind == "heic" ? heic : Array("II*\0\u{8}\0\0\0\0\0".utf8)), "photo")
    let run = try Program.run(
      ["LD_LIBRARY_PATH=\(folder.path)", Program.path, "detect", "photo"], of: "/usr/bin/env", in: folder)
    #expect(run.status == 1)
    #expect(run.errorLines.count == 1 && run.error.contains(advice), "\(run.error)")
  }

  @Test(.enabled(if: missing.isEmpty, "needs convert, cjpeg, heif-enc, exiftool and tiffset"))
  func largeExifDataIsDroppedAndTold() throws {
    let folder = try Folder()
    var encoder = PNGEncoder()
    encoder.exif = Array("MM\0*".utf8) + [0, 0, 0, 8] + [UInt8](repeating: 0, count: Exif.largestRead)
    let grey = Picture(width: 64, height: 64, samples: .init(repeating: 128, count: 3 * 64 * 64))
    try folder.write(Data(try encoder(grey)), "large.png")
    try run(["heif-enc", "-p", "preset=ultrafast", "-o", "large.heic", "large.png"], in: folder)
    let run = try Program.run(["detect", "large.heic"], in: folder)
    #expect(run.error.contains("large.heic: its EXIF data was dropped: it has more than 16 MiB"), "\(run.error)")
    #expect(run.output.hasPrefix("large.heic\t"), "the photo itself is read: \(run.output)")
  }

  /// libheif would keep every box.
  @Test(.enabled(if: missing.isEmpty, "needs convert, cjpeg, heif-enc, exiftool and tiffset"))
  func millionsOfBoxesAreRefused() throws {
    let folder = try Folder()
    try run(["convert", "-size", "64x64", "xc:gray", "grey.png"], in: folder)
    try run(["heif-enc", "-p", "preset=ultrafast", "-o", "grey.heic", "grey.png"], in: folder)
    let boxes = [[UInt8]](repeating: HEIFStructure.box("free", []), count: 3_000_000).joined()
    try folder.write(try folder.read("grey.heic") + Data(boxes), "boxes.heic")
    let run = try Program.run(
      ["-c", "ulimit -v 500000; exec \"$0\" detect boxes.heic grey.heic", Program.path], of: "/bin/sh", in: folder)
    #expect(run.error.contains("boxes.heic: a HEIF file with 10000 boxes or more"), "\(run.error)")
    #expect(run.output.hasPrefix("grey.heic\t"), "the other photo is done: \(run.output)")
  }

  /// An EXIF block and a gain map that refer to two pictures each, as in iPhones' files since iOS 18.
  @Test(.enabled(if: missing.isEmpty, "needs convert, cjpeg, heif-enc, exiftool and tiffset"))
  func surplusReferencesAreIgnored() throws {
    let folder = try Folder()
    try run(["convert", Samples.path("rocket-tilted.jpg"), "-resize", "450", "scene.jpg"], in: folder)
    try run(["heif-enc", "-p", "preset=ultrafast", "-o", "plain.heic", "scene.jpg"], in: folder)
    let edit = try #require(HEIFEdit([UInt8](folder.read("plain.heic"))))
    // The picture is item 1 and its EXIF block item 2; there is no item 7.
    let surplus = [("cdsc", 2, [1, 7]), ("auxl", 3, [1, 7])].map { type, from, to in
      HEIFStructure.box(type, ([from, to.count] + to).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
    }
    try folder.write(Data(edit.referring(surplus)), "phone.heic")
    let lines = try Program.run(["detect", "plain.heic", "phone.heic"], in: folder).lines
    let rests = lines.map { $0.drop { $0 != "\t" } }
    #expect(rests.count == 2 && rests.first == rests.last)
  }

  /// Each item may be in several pieces, in any order.
  @Test(
    .enabled(if: missing.isEmpty, "needs convert, cjpeg, heif-enc, exiftool and tiffset"),
    arguments: [["-p", "preset=ultrafast"], ["-A"]])
  func itemsInPiecesAreRead(_ codec: [String]) throws {
    let folder = try Folder()
    try run(["convert", Samples.path("rocket-tilted.jpg"), "-resize", "450", "scene.jpg"], in: folder)
    try run(["heif-enc"] + codec + ["-o", "plain.heic", "scene.jpg"], in: folder)
    let plain = [UInt8](try folder.read("plain.heic"))
    let edit = try #require(HEIFEdit(plain))
    let expected = try PhotoFile(decoding: plain)
    #expect(expected.exif != nil)
    for pieces in [1, 2, 5] {
      let scattered = try #require(edit.scattered(pieces: pieces))
      let found = try PhotoFile(decoding: scattered)
      #expect(found.photo.luma.samples == expected.photo.luma.samples, "\(pieces) pieces")
      #expect(found.exif == expected.exif)
      #expect(Digest(pictureIn: scattered) == Digest(pictureIn: plain))
    }
    // The end of the picture is the last piece, which is the first in the file.
    let whole = try #require(edit.scattered(pieces: 5))
    let structure = try #require(HEIFStructure(whole))
    let last = try #require(structure.extents(of: structure.primary)?.last)
    var cut = whole
    cut.replaceSubrange(last, with: [UInt8](repeating: 0, count: last.count))
    #expect(throws: CodecError.truncated(rowsRead: nil, height: nil)) { try PhotoFile(decoding: cut) }
    #expect(Digest(pictureIn: cut) != Digest(pictureIn: whole))
  }

  /// libheif can't give such a picture as grey only.
  @Test(.enabled(if: missing.isEmpty, "needs convert, cjpeg, heif-enc, exiftool and tiffset"))
  func aGreyHEICOfOddSizeIsRead() throws {
    let folder = try Folder()
    try run(
      ["convert", Samples.path("rocket-tilted.jpg"), "-resize", "451x601!", "-colorspace", "gray", "scene.png"],
      in: folder)
    try run(["heif-enc", "-q", "95", "-p", "preset=ultrafast", "-o", "scene.heic", "scene.png"], in: folder)
    let photos = try ["scene.png", "scene.heic"].map { try PhotoFile(decoding: [UInt8](folder.read($0))).photo }
    #expect(photos.allSatisfy { $0.width == 451 && $0.height == 601 })
    let off = zip(photos[0].luma.samples, photos[1].luma.samples).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(off < 3 * 451 * 601, "the mean difference is \(Double(off) / (451 * 601))")
  }

  /// A file with one bit of the coded picture changed.
  @Test(
    .enabled(if: missing.isEmpty, "needs convert, cjpeg, heif-enc, exiftool and tiffset"),
    arguments: [0.2, 0.4, 0.6, 0.8])
  func aDamagedHEICPictureIsReported(_ place: Double) throws {
    let folder = try Folder()
    try run(["convert", Samples.path("rocket-tilted.jpg"), "-resize", "450", "scene.jpg"], in: folder)
    try run(["heif-enc", "-p", "preset=ultrafast", "-o", "scene.heic", "scene.jpg"], in: folder)
    var bytes = [UInt8](try folder.read("scene.heic"))
    let boxes = HEIFStructure.boxes(of: bytes, in: bytes.indices)
    let data = try #require(boxes.first { $0.type == "mdat" }).payload
    bytes[data.lowerBound + Int(place * Double(data.count))] ^= 0x10
    try folder.write(Data(bytes), "rotten.heic")
    let run = try Program.run(["scan", "rotten.heic", "scene.heic", "-o", "out"], in: folder)
    #expect(run.output.hasSuffix("out/scene-1.jpg\n"))
    #expect(
      run.error.contains("peel: rotten.heic: part of the photo's data is damaged; copy it again from where it came\n"),
      "\(run.error)")
    #expect(!run.error.contains("scene.heic: part"))
  }

  /// Phones write one picture of tiles, some of which extend beyond its edges. If the tiles don't cover the picture, the
  /// rest would be uninitialized memory.
  @Test(.enabled(if: missing.isEmpty, "needs convert, cjpeg, heif-enc, exiftool and tiffset"))
  func tilesAreJoined() throws {
    let folder = try Folder()
    let (columns, rows) = (4, 5)
    try run(["convert", Samples.path("rocket-tilted.jpg"), "-resize", "450x600!", "plain.png"], in: folder)
    try run(
      [
        "convert", "plain.png", "-background", "gray", "-extent", "512x640", "-crop", "128x128", "+repage",
        "tile-%02d.png",
      ], in: folder)
    let tiles = (0..<columns * rows).map { String(format: "tile-%02d.png", $0) }
    try run(["heif-enc", "-q", "95", "-p", "preset=ultrafast", "-o", "tiles.heic"] + tiles, in: folder)
    let edit = try #require(HEIFEdit([UInt8](folder.read("tiles.heic"))))
    try folder.write(Data(edit.joined(columns: columns, rows: rows, width: 450, height: 600)), "whole.heic")
    let found = try Program.run(["detect", "--json", "plain.png", "whole.heic"], in: folder).lines
    #expect(found.count == 2 && found.last?.contains(#""width":450,"height":600,"format":"heic""#) == true)
    #expect(Self.distance(try Self.corners(of: found[0]), try Self.corners(of: found[1])) <= 1)

    for (width, height, pieces) in [(513, 600, 1), (450, 641, 1), (513, 600, 3)] {
      let gap = edit.joined(columns: columns, rows: rows, width: width, height: height)
      try folder.write(Data(try #require(HEIFEdit(gap)?.scattered(pieces: pieces))), "gap.heic")
      let run = try Program.run(["detect", "gap.heic"], in: folder)
      #expect(run.status == 1)
      #expect(run.error.contains("gap.heic: the file is damaged (its tiles do not cover it); copy it"), "\(run.error)")
    }
  }

  /// The scene stored for each orientation, in all the formats that the tools read.
  private func makeScenes(in folder: Folder) throws {
    let white = (x: 0.3127, y: 0.3290)
    func profile(_ name: String, _ primaries: [(x: Double, y: Double)], _ exponent: Double? = nil) throws -> Data {
      Data(try #require(ColourTransform.profile(named: name, [white] + primaries, exponent: exponent)))
    }
    let sRGB = [(x: 0.64, y: 0.33), (x: 0.30, y: 0.60), (x: 0.15, y: 0.06)]
    try folder.write(profile("sRGB", sRGB), "srgb.icc")
    try folder.write(profile("Adobe RGB", [sRGB[0], (0.21, 0.71), sRGB[2]], 563.0 / 256), "adobe.icc")
    try folder.write(profile("Display P3", [(0.680, 0.320), (0.265, 0.690), (0.150, 0.060)]), "p3.icc")
    let stored = [
      [], ["-flop"], ["-rotate", "180"], ["-flip"], ["-transpose"], ["-rotate", "270"], ["-transverse"],
      ["-rotate", "90"],
    ]
    try run(
      ["convert", Samples.path("rocket-tilted.jpg"), "-strip", "-resize", "450", "-depth", "8", "scene-1.png"],
      in: folder)
    for (number, change) in zip(1..., stored) {
      let name = "scene-\(number)"
      try run(["convert", "scene-1.png"] + change + ["+repage", "PNG24:\(name).png"], in: folder)
      try run(
        [
          "convert", "\(name).png", "(", "+clone", "-write", "\(name).ppm", "+delete", ")", "(", "+clone", "-depth",
          "16", "-write", "PNG48:\(name)-16.png", "+delete", ")", "(", "+clone", "-colorspace", "Gray", "-quality",
          "100", "-write", "\(name)-grey.jpg", "+delete", ")",
        ] + Kind.profile("p3") + ["\(name)-p3.png"], in: folder)
    }
  }

  private func make(_ kind: Kind, in folder: Folder) throws {
    for orientation in Orientation.allCases {
      let scene = "scene-\(orientation.rawValue)"
      let file = kind.file(orientation)
      if var options = kind.magick {
        let prefix = options.last?.hasSuffix(":") == true ? options.removeLast() : ""
        try run(["convert", scene + ".png"] + options + [prefix + file], in: folder)
      } else if let tool = kind.tool {
        try run(tool.map { $0.replacing("IN", with: scene).replacing("OUT", with: file) }, in: folder)
      }
    }
  }

  private func setOrientations(in folder: Folder) throws {
    for orientation in Orientation.allCases where orientation != .upright {
      let files = Kind.all.map { ($0.ending, $0.file(orientation)) }
      let byExif = files.filter { ["jpg", "png"].contains($0.0) }.map(\.1)
      try run(
        ["exiftool", "-q", "-overwrite_original", "-n", "-Orientation=\(orientation.rawValue)"] + byExif, in: folder)
      for (_, file) in files.filter({ $0.0 == "tif" }) {
        try run(["tiffset", "-s", "274", "\(orientation.rawValue)", file], in: folder)
      }
      for (_, file) in files.filter({ $0.0 == "heic" }) {
        let edit = try #require(HEIFEdit([UInt8](folder.read(file))))
        try folder.write(Data(edit.adding(orientation.properties)), file)
      }
    }
  }

  private func run(_ command: [String], in folder: Folder) throws {
    let options = command[0] == "convert" ? ["-limit", "thread", "1"] : []
    let run = try Program.run(options + command.dropFirst(), of: #require(Self.path(of: command[0])), in: folder)
    try #require(run.status == 0, "\(command): \(run.error)")
  }

  /// The corners of the print with the highest confidence.
  private static func corners(of line: Substring) throws -> [[Double]] {
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    return (object?["prints"] as? [[String: Any]])?.first?["corners"] as? [[Double]] ?? []
  }

  /// The greatest distance between corresponding corners.
  private static func distance(_ a: [[Double]], _ b: [[Double]]) -> Double {
    guard a.count == 4, b.count == 4 else { return .infinity }
    return zip(a, b).map { (($0[0] - $1[0]) * ($0[0] - $1[0]) + ($0[1] - $1[1]) * ($0[1] - $1[1])).squareRoot() }.max()
      ?? .infinity
  }
}
