import Foundation
import PeelCodecs
import PeelImaging
import PeelOutput
import PeelScanning
import PeelTestSupport
import Testing

/// Scans carry the photo's metadata. exiftool reads the files that the program wrote.
@Suite struct CarryingTests {
  private static let exiftool = "/usr/bin/exiftool"

  /// A sample with the metadata that phones write: Display P3, a place, a lens, a thumbnail, and an orientation.
  private func photo(in folder: Folder) throws {
    try folder.write(Samples.bytes("rocket-tilted.jpg"), "desk.jpg")
    let thumbnail = Picture(width: 16, height: 12, samples: Array(repeating: 128, count: 3 * 16 * 12))
    try folder.write(Data(try ScanFile().encoded(thumbnail)), "thumbnail.jpg")
    let run = try Program.run(
      [
        "-q", "-overwrite_original", "-n", "-DateTimeOriginal=2024:07:01 12:30:00", "-OffsetTimeOriginal=+02:00",
        "-Make=Maker", "-Model=Phone 9", "-LensModel=Phone 9 back camera 6.9mm f/1.8", "-GPSLatitude=48.1375",
        "-GPSLatitudeRef=N", "-ExifImageWidth=3024", "-ExifImageHeight=4032", "-GPSLongitude=11.575",
        "-GPSLongitudeRef=E", "-Orientation=6", "-EXIF:ColorSpace=65535",
        "-ICC_Profile<=\(Truth.path("display-p3.icc"))", "-ThumbnailImage<=thumbnail.jpg", "desk.jpg",
      ], of: Self.exiftool, in: folder)
    #expect(run.status == 0, "\(run.error)")
  }

  private func tags(_ file: String, in folder: Folder) throws -> [String: String] {
    let run = try Program.run(["-json", "-n", "-G0", "-a", "-validate", "-all", file], of: Self.exiftool, in: folder)
    let tags = try #require((try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])?.first)
    return tags.mapValues { "\($0)" }
  }

  @Test(arguments: ScanFile.Format.allCases, [false, true])
  func scansCarryEXIFAndProfile(_ format: ScanFile.Format, inSRGB: Bool) throws {
    let folder = try Folder()
    try photo(in: folder)
    let run = try Program.run(
      ["scan", "desk.jpg", "-o", "out", "--film", "instax-square", "--ppi", "254", "--as", format.rawValue]
        + (inSRGB ? ["--srgb"] : []), in: folder)
    let name = try #require(run.lines.first.map(String.init), "\(run.error)")
    let tags = try tags(name, in: folder)
    // 72 × 86 mm at ten pixels per millimetre.
    let always: [(String, String?)] = [
      ("EXIF:DateTimeOriginal", "2024:07:01 12:30:00"), ("EXIF:OffsetTimeOriginal", "+02:00"), ("EXIF:Make", "Maker"),
      ("EXIF:Model", "Phone 9"), ("EXIF:LensModel", "Phone 9 back camera 6.9mm f/1.8"),
      ("Composite:GPSLatitude", "48.1375"), ("Composite:GPSLongitude", "11.575"), ("EXIF:Orientation", "1"),
      ("EXIF:ExifImageWidth", "720"), ("EXIF:ExifImageHeight", "860"), ("EXIF:ThumbnailImage", nil),
      ("EXIF:ThumbnailOffset", nil), ("EXIF:XResolution", "254"), ("EXIF:YResolution", "254"),
      ("EXIF:ResolutionUnit", "2"), ("EXIF:ColorSpace", inSRGB ? "1" : "65535"),
      ("ICC_Profile:ProfileDescription", inSRGB ? nil : "Display P3"), ("XMP:Source", "desk.jpg"),
      ("ExifTool:Error", nil),
    ]
    let ofFormat: [(String, String?)] =
      switch format {
      case .jpeg:
        [
          ("File:ImageWidth", "720"), ("File:ImageHeight", "860"), ("JFIF:XResolution", "254"),
          ("JFIF:YResolution", "254"), ("JFIF:ResolutionUnit", "1"),
        ]
      case .png:
        [
          ("PNG:ImageWidth", "720"), ("PNG:ImageHeight", "860"), ("PNG:PixelsPerUnitX", "10000"),
          ("PNG:PixelsPerUnitY", "10000"), ("PNG:PixelUnits", "1"), ("PNG:SRGBRendering", inSRGB ? "0" : nil),
        ]
      case .avif: [("QuickTime:ImageSpatialExtent", "720 860"), ("QuickTime:MajorBrand", "avif")]
      case .webp: [("RIFF:ImageWidth", "720"), ("RIFF:ImageHeight", "860")]
      // 5 is LZW.
      case .tiff: [("EXIF:ImageWidth", "720"), ("EXIF:ImageHeight", "860"), ("EXIF:Compression", "5")]
      }
    for (tag, value) in always + ofFormat { #expect(tags[tag] == value, "\(tag)") }
  }

  /// Samples keep their values without `--srgb`, and their appearance with it.
  @Test func displayP3IsConvertedOnlyWhenAsked() throws {
    let folder = try Folder()
    try photo(in: folder)
    func means(_ options: [String]) throws -> [Double] {
      let run = try Program.run(
        ["scan", "desk.jpg", "-o", "out", "--force", "--white-balance", "none", "--as", "png"] + options, in: folder)
      let name = try #require(run.lines.first.map(String.init), "\(run.error)")
      let photo = try PhotoFile(decoding: [UInt8](folder.read(name))).photo
      let chroma = try #require(photo.chroma)
      let differences = (chroma.blue.samples + chroma.red.samples).lazy.map { UInt8(abs(Int($0) - 128)) }
      return [Histogram(of: photo.luma.samples), Histogram(of: differences)].compactMap(\.mean)
    }
    let kept = try means([])
    let converted = try means(["--srgb"])
    // The same colour has more chroma in sRGB than in Display P3.
    #expect((1.05...1.4).contains(converted[1] / kept[1]), "\(kept) \(converted)")
    #expect(abs(converted[0] - kept[0]) < 3)
  }

  @Test(arguments: ScanFile.Format.allCases)
  func aPrintHasItsOwnDateAndNoPlace(_ format: ScanFile.Format) throws {
    let folder = try Folder()
    try photo(in: folder)
    let run = try Program.run(
      ["scan", "desk.jpg", "-o", "out", "--taken", "1984-07", "--no-location", "--as", format.rawValue], in: folder)
    let name = try #require(run.lines.first.map(String.init), "\(run.error)")
    let tags = try tags(name, in: folder)
    for (tag, value) in [
      ("EXIF:DateTimeOriginal", "1984:07:01 00:00:00"), ("EXIF:OffsetTimeOriginal", nil),
      ("EXIF:CreateDate", "2024:07:01 12:30:00"), ("EXIF:OffsetTimeDigitized", "+02:00"),
      ("XMP:DateCreated", "1984:07"), ("EXIF:Make", "Maker"), ("Composite:GPSLatitude", nil),
      ("EXIF:GPSLatitude", nil), ("ExifTool:Error", nil),
    ] as [(String, String?)] { #expect(tags[tag] == value, "\(tag)") }
  }

  @Test func aPhotoWithoutMetadataGetsTheDate() throws {
    let folder = try Folder()
    try folder.write(Samples.bytes("rocket-tilted.jpg"), "desk.jpg")
    _ = try Program.run(["-q", "-overwrite_original", "-all=", "desk.jpg"], of: Self.exiftool, in: folder)
    let run = try Program.run(["scan", "desk.jpg", "-o", "out", "--taken", "1984-07-21 15:30"], in: folder)
    let tags = try tags(try #require(run.lines.first.map(String.init), "\(run.error)"), in: folder)
    #expect(tags["EXIF:DateTimeOriginal"] == "1984:07:21 15:30:00" && tags["EXIF:CreateDate"] == nil)
    let wrong = try Program.run(["scan", "desk.jpg", "-o", "out", "--taken", "1984-13"], in: folder)
    #expect(
      wrong.status == 64 && wrong.error.contains("type a year from 1800 to 2199, a month such as 1984-07"),
      "\(wrong.error)")
  }

  /// What a person said of a scan may be written nowhere else, so that its loss is told.
  @Test(arguments: ["jpeg", "png", "tiff"]) func lostWordsAreTold(_ format: String) throws {
    let folder = try Folder()
    try folder.write(try Roll.photo(1), "desk.jpg")
    func scan(_ options: String...) throws -> Program.Result {
      try Program.run(["scan", "desk.jpg", "-o", "out", "--as", format] + options, in: folder)
    }
    #expect(try !scan("--taken", "1986", "--caption", "A garden").error.contains("lacks"))
    let plain = try scan("--keywords", "family")
    let lost =
      "the earlier scan had the date 1986 and a caption, which this one lacks; add --taken 1986 and --caption\n"
    #expect(plain.error.contains(lost), "\(plain.error)")
    let last = try scan("--taken", "1986")
    #expect(
      last.error.contains("the earlier scan had keywords, which this one lacks; add --keywords\n"), "\(last.error)")
    #expect(try !scan("--taken", "1986", "--force").error.contains("lacks"))
  }

  /// A date from the sidecar is stronger than the option.
  @Test func theSidecarsDateIsUsed() throws {
    let folder = try Folder()
    try photo(in: folder)
    let file = try PhotoFile(decoding: [UInt8](folder.read("desk.jpg")))
    let print = WantedPrint(
      quad: Quad(x: 500, y: 500, width: 900, height: 1000), PrintSettings(taken: PartialDate("1962")))
    let sidecar = Sidecar(photo: "desk.jpg", width: file.photo.width, height: file.photo.height, prints: [print])
    #expect(try Sidecar(decoding: sidecar.bytes) == sidecar)
    try folder.write(Data(sidecar.bytes), "desk.jpg.peel")
    let run = try Program.run(["scan", "desk.jpg", "-o", "out", "--taken", "1984"], in: folder)
    let tags = try tags(try #require(run.lines.first.map(String.init), "\(run.error)"), in: folder)
    #expect(tags["EXIF:DateTimeOriginal"] == "1962:01:01 00:00:00")
  }

  /// A photo that another program cropped without changing the camera's size in EXIF.
  @Test func aCroppedPhotoIsNoticed() throws {
    let folder = try Folder()
    try folder.write(Samples.bytes("rocket-tilted.jpg"), "desk.jpg")
    _ = try Program.run(
      ["-q", "-overwrite_original", "-ExifImageWidth=8064", "-ExifImageHeight=6048", "desk.jpg"],
      of: Self.exiftool, in: folder)
    let run = try Program.run(["scan", "desk.jpg", "-o", "out"], in: folder)
    #expect(run.error.contains("peel: desk.jpg: it was cropped or made smaller since it was taken"))
    #expect(run.status == 0)
  }
}
