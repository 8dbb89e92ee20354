import ArgumentParser
import PeelCodecs
import PeelCommandLine
import PeelFiles
import PeelImaging
import PeelScanning

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Draw each detection stage over the photo.",
    discussion: """
      peel explain desk.jpg -o desk-explained.jpg
      peel explain desk.jpg -o desk-explained.png --force

      Draws nine panels: the photo; its luma and both colour differences, reduced; the edges; \
      straight segments; the outlines they suggest; the outlines that were judged, with their \
      scores; those refined on the full-size photo; the sides of the chosen prints, with the \
      mean distance of the edge in pixels, exaggerated eight times; and the result, with sure \
      prints in green and candidates in blue.
      """)

  @Argument(help: "The photo.")
  var photo: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The picture to write, .jpg or .png.", valueName: "picture"))
  var output: String

  @Flag(help: "Replace a picture that exists.")
  var force = false

  @OptionGroup(title: "Search") var search: SearchArguments
  @OptionGroup(title: "Search") var film: FilmArguments
  @OptionGroup var limits: LimitArguments

  func run() throws {
    let paths = Path.given([photo, output])
    let file: PhotoFile
    do throws(PhotoError) { file = try PhotoFile(paths[0], limits: limits.decoding) } catch {
      try Complaint(error).exit()
    }
    let picture = Explanation()(file.photo, search.detector(film.films).detect(in: file.photo))
    var written = ScanFile()
    written.format = output.hasSuffix(".png") ? .png : .jpeg
    let bytes: [UInt8]
    do throws(CodecError) { bytes = try written.encoded(picture) } catch {
      try Complaint(.codec(paths[1], error)).exit()
    }
    do throws(FileError) { try writeWhole(bytes, to: paths[1], force: force) } catch {
      try Complaint(.scan(photo: paths[0], error)).exit()
    }
  }
}
