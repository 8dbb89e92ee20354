import ArgumentParser
import PeelCodecs
import PeelImaging

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "The detector's mind, drawn over the photo.",
    discussion: """
      peel explain desk.jpg -o desk-explained.jpg
      peel explain desk.jpg -o desk-explained.png --force

      Nine panels: the photo; luma and both colour differences, made small; the places where they change quickly; \
      straight segments; the outlines they suggest; those that were judged, with their scores; those laid on the \
      full-size photo; the sides of the chosen prints, with how many pixels off the edge was seen, eight times as far, \
      and on average; and the choice: green where it is sure, blue what else it offers.
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
    do throws(Complaint) { try explain(paths[0], to: paths[1]) } catch {
      StandardStream.messages.write(error.line)
      throw ExitCode(Status.failed.rawValue)
    }
  }

  private func explain(_ path: Path, to sheet: Path) throws(Complaint) {
    let file: PhotoFile
    do { file = try readPhoto(at: path, limits: limits.decoding) } catch { throw Complaint(error) }
    let picture = Explanation()(file.photo, search.detector(film.films).detect(in: file.photo))
    var written = ScanFile()
    written.format = output.hasSuffix(".png") ? .png : .jpeg
    let bytes: [UInt8]
    do { bytes = try written.encoded(picture) } catch { throw Complaint(FileError.photo(sheet, error)) }
    do { try writeWhole(bytes, to: sheet, force: force) } catch { throw Complaint(photo: path, scan: error) }
  }
}
