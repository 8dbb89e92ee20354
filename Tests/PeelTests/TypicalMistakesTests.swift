import Foundation
import PeelCodecs
import PeelFiles
import PeelOutput
import PeelScanning
import PeelTestSupport
import Testing

@testable import PeelMessages

/// What people type by mistake, and the line that tells them.
@Suite struct TypicalMistakesTests {
  private static let films =
    "auto, free, polaroid-600, polaroid-go, polaroid-spectra, instax-mini, instax-square, instax-wide, pack-film"

  /// The words after `peel`, the exit status, and the first line on standard error.
  private static let mistakes: [(words: String, status: Int32, line: String)] = [
    // The command.
    ("sacn desk.jpg -o scans", 64, "There is no command and no file 'sacn'; did you mean 'scan'?"),
    ("version", 64, "There is no command and no file 'version'; did you mean '--version'?"),
    ("help sacn", 64, "There is no command 'sacn'; did you mean 'scan'?"),
    ("--verson", 64, "Unknown option '--verson'. Did you mean '--version'?"),
    ("films polaroid", 64, "Unexpected argument 'polaroid'"),
    // The output.
    ("scan desk.jpg", 64, "Say where the scans go, for example: -o scans"),
    ("scan desk.jpg -- -o scans", 64, "After --, every word is a photo; write -o before it"),
    ("scan desk.jpg scans", 64, "Say where the scans go, for example: -o scans"),
    ("explain desk.jpg", 64, "Say where the picture goes, for example: -o explained.jpg"),
    (
      "scan desk.jpg -o", 64,
      "Missing value for '-o <folder>' (The folder for scans; it is made if missing. Or a file for the only scan; - is "
        + "standard output.)"
    ),
    ("desk.jpg scans", 1, "scans: there is no such photo or folder; if the scans are to go there, write -o before it"),
    (
      "scan desk.jpg -o notes.txt", 1,
      "notes.txt: cannot be used as the folder for scans: it is a file, not a folder; choose another folder with -o"
    ),
    (
      "scan desk.jpg -o /proc/scans", 1,
      "/proc/scans: cannot be used as the folder for scans: no such file or directory; choose another folder with -o"
    ),
    (
      "scan desk.jpg -o flat.gif", 64,
      "flat.gif: cannot be used as the folder for scans: it is named like a picture; name a folder, or, for the only "
        + "scan, a file ending in .jpg, .png, .tif, .webp or .avif"
    ),
    (
      "scan desk.jpg -o . --name {stem}", 1,
      "desk.jpg: ./desk.jpg: is one of the photos; choose another name, or another folder, for the scan"
    ),
    (
      "merge desk.jpg -o flat.jpg", 64,
      "flat.jpg: cannot be used as the folder for scans: it is named like a picture; name a folder"
    ),
    (
      "rank desk.jpg --faces --save flat.jpg", 64,
      "flat.jpg: cannot be used as the folder for pictures: it is named like one; name a folder"
    ),
    (
      "explain desk.jpg -o flat.gif", 64,
      "flat.gif: `peel explain` writes only JPEG and PNG; choose a name that ends in .jpg or .png"
    ),
    // Options.
    ("scan desk.jpg -o scans --qualtiy 90", 64, "Unknown option '--qualtiy'. Did you mean '--quality'?"),
    ("scan desk.jpg --qualtiy 90", 64, "Unknown option '--qualtiy'. Did you mean '--quality'?"),
    ("scan --qualtiy 90", 64, "Unknown option '--qualtiy'. Did you mean '--quality'?"),
    ("sheet scans --pgae a4", 64, "Unknown option '--pgae'. Did you mean '--page'?"),
    (
      "scan desk.jpg --film polaroid600", 64,
      "The value 'polaroid600' is invalid for '--film <film>'; did you mean 'polaroid-600'?"
    ),
    (
      "scan desk.jpg -o scans --crop pictur", 64,
      "The value 'pictur' is invalid for '--crop <crop>'; did you mean 'picture'?"
    ),
    (
      "scan desk.jpg -o scans --film", 64,
      "Missing value for '--film <film>' (The film, which gives the true shape: auto, a name from `peel films`, or free "
        + "for any shape.)"
    ),
    ("scan desk.jpg -o scans -j 4", 64, "Unknown option '-j'"),
    (
      "scan desk.jpg -o scans --film polaroid", 64,
      "The value 'polaroid' is invalid for '--film <film>'. Please provide one of the following: \(films)"
    ),
    (
      "scan desk.jpg -o scans --subsampling=422", 64,
      "The value '422' is invalid for '--subsampling <subsampling>'. Please provide one of '420' and '444'. (JPEG and "
        + "AVIF colour: 420 keeps it at half size, as most photos do; 444 at full size.)"
    ),
    ("scan desk.jpg -o scans --max-memory -1", 64, "--max-memory must be between 1 and 1073741824."),
    ("scan desk.jpg -o scans --clip -0.5", 64, "--clip must be at least 0 and less than 50."),
    (
      "scan desk.jpg -o scans --shard 0/4", 64,
      "The value '0/4' is invalid for '--shard <K/N>' (Process share K of N of the photos, from 1/N to N/N, for N "
        + "machines with one output folder.)"
    ),
    (
      "scan desk.jpg -o scans --taken 1984-02-30", 64,
      "The value '1984-02-30' is invalid for '--taken <date>': type a year from 1800 to 2199, a month such as 1984-07, or "
        + "a day that there is, such as 1984-07-21."
    ),
    ("scan desk.jpg -o scans --clip 80", 64, "--clip must be at least 0 and less than 50."),
    (
      "scan desk.jpg -o scans --quality high", 64,
      "The value 'high' is invalid for '--quality <number>' (JPEG, WebP or AVIF quality, 1 to 100.)"
    ),
    (
      "scan desk.jpg -o scans --crop frame", 64,
      "The value 'frame' is invalid for '--crop <crop>'. Please provide one of 'print', 'picture' or 'both'. (What to "
        + "show: print, the whole print; picture, without its frame; both, a file for each.)"
    ),
    ("scan desk.jpg -o scans --film free --ppi 600", 64, "--ppi needs a known film; leave out --film free."),
    // Photos.
    ("scan", 64, "Name the photos, and say where the scans go, for example: desk.jpg -o scans"),
    ("merge", 64, "Name the photos, and say where the scan goes, for example: desk.jpg -o scans"),
    ("scan -o scans", 64, "Name the photos, or a folder of them."),
    ("scan Picturse -o scans", 1, "Picturse: there is no such file or folder; check the name"),
    (
      "scan gone.jpg -o scans", 1,
      "gone.jpg: this is a link to a file that doesn't exist; bring that file back, or name another"
    ),
    ("scan *.jpeg -o scans", 1, "*.jpeg: no file matches this pattern; check its spelling, capitals too"),
    (
      "scan empty -o scans", 1,
      "empty: no photos in this folder (files ending in .jpg, .heic, .png, .tif, .webp, .avif or the like); name another folder, or "
        + "add -r to search the folders in it"
    ),
    (
      "scan notes.txt -o scans", 1,
      "notes.txt: this is text, not a photo that can be read; name a JPEG, HEIC, PNG, TIFF, WebP or AVIF photo"
    ),
    (
      "scan clip.mp4 -o scans", 1,
      "clip.mp4: this is a video, not a photo that can be read; extract a picture: ffmpeg -i VIDEO -frames:v 1 photo.png; or watch it "
        + "with peel live"
    ),
    ("live Phone/Camrea", 1, "Phone/Camrea: there is no such file, folder or camera; check the name"),
    ("rank desk.jpg", 3, "desk.jpg: this is the only shot, so there is nothing to compare it with"),
    (
      "stereo desk.jpg -o 3d", 1,
      "desk.jpg: there is no depth map in it; depth is read from portraits and spatial photos of iPhones (HEIC and JPEG), and "
        + "from Google's and Samsung's depth photos; for others, give a map with --depth"
    ),
  ]

  @Test(arguments: mistakes) func getOneLineEach(_ words: String, status: Int32, line: String) throws {
    let folder = try Folder()
    try folder.write(try Roll.photo(1), "desk.jpg")
    try folder.write(Data("Dear diary,\n".utf8), "notes.txt")
    try folder.write(Data("nothing".utf8), "empty/note.txt")
    try FileManager.default.createSymbolicLink(atPath: folder.path("gone.jpg"), withDestinationPath: "nowhere.jpg")
    try folder.write(Data("\0\0\0\u{14}ftypisom\0\0\0\0isom".utf8), "clip.mp4")
    let run = try Program.run(words.split(separator: " ").map(String.init), in: folder)
    #expect(run.errorLines.first.map(String.init) == "peel: " + line)
    #expect(run.status == status)
    // Only where the help is may follow.
    #expect(run.errorLines.count <= 2 && run.errorLines.dropFirst().allSatisfy { $0.hasPrefix("See 'peel") })
    #expect(folder.names("scans") == [])
  }

  /// What a shell makes of a variable that isn't set.
  @Test(arguments: [["scan", "", "-o", "scans"], ["scan", ""], ["detect", "desk.jpg", ""]])
  func anEmptyNameIsTold(_ words: [String]) throws {
    let run = try Program.run(words, in: Folder())
    #expect(run.status == 64 && run.error.hasPrefix("peel: The name of a photo is empty; check"), "\(run.error)")
  }

  /// No needless folder is left.
  @Test(arguments: ["scan", "merge", "stereo"], [[], ["--json"]])
  func missingPhotosMakeNoFolder(_ command: String, options: [String]) throws {
    let folder = try Folder()
    let run = try Program.run([command, "gone.jpg", "none.jpg", "-o", "scans"] + options, in: folder)
    #expect(run.status == 1 && folder.names() == [], "\(run.error)")
    #expect((run.output + run.error).components(separatedBy: "there is no such file; check the name").count == 3)
    try FileManager.default.createSymbolicLink(atPath: folder.path("loop.jpg"), withDestinationPath: "loop.jpg")
    let loop = try Program.run([command, "loop.jpg", "-o", "scans"] + options, in: folder)
    #expect((loop.output + loop.error).contains("cannot be read: too many levels of symbolic links"))
  }

  @Test func photosThatAreNamedTwiceAreTold() throws {
    let folder = try Folder()
    for name in ["a.jpg", "b.jpg"] { try folder.write(try Roll.photo(1), name) }
    let told = "peel: 2 photos are named more than once; each is read once\n"
    #expect(try Program.run(["detect", ".", "a.jpg", "./a.jpg", "b.jpg"], in: folder).error.hasPrefix(told))
    #expect(try Program.run(["detect", "-q", "a.jpg", "a.jpg"], in: folder).error == "")
  }

  /// What can't be tried where everything is installed.
  @Test(arguments: [
    (CodecError.Library.heif, "libheif1 (Fedora and Homebrew: libheif)"),
    (.hevcDecoder, "libheif-plugin-libde265 (Fedora: libheif-freeworld; Homebrew: libheif)"),
    (.tiff, "libtiff6 (Fedora and Homebrew: libtiff)"), (.webp, "libwebp7 (Fedora: libwebp; Homebrew: webp)"),
    (.raw, "libraw20 or libraw23 (Fedora: LibRaw; Homebrew: libraw), or develop it"),
    (.av1Encoder, "libheif-plugin-aomenc"),
  ])
  func missingLibrariesAreNamed(_ library: CodecError.Library, package: String) {
    let line = Complaint(PhotoError.codec("desk.heic", .missing(library))).line
    #expect(line.hasPrefix("peel: desk.heic: ") && line.contains("install the package \(package)"), "\(line)")
    #expect(line.filter { $0 == "\n" }.count == 1)
  }
}
