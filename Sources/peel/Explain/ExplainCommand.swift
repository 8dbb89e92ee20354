import ArgumentParser
import PeelCodecs
import PeelFiles
import PeelImaging
import PeelMessages
import PeelOutput
import PeelScanning

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Draw each detection stage over the photo.",
    usage: "peel explain [<options>] <photo> --output <picture>",
    discussion: """
      peel explain desk.jpg -o explained.jpg           draw what the detector saw
      peel explain desk.jpg -o explained.png --force   the same as PNG, once more
      peel explain desk.jpg -o - | display             show it with another program

      Draws nine panels: the photo; its luma and both colour differences, reduced; the edges; \
      straight segments; the outlines they suggest; the outlines that were judged, with their \
      scores; those refined on the full-size photo; the sides of the chosen prints, with the \
      mean distance of the edge in pixels, exaggerated eight times, and how badly the edges fit \
      a flat print and a curled one; and the result, with sure prints in green and candidates \
      in blue. On a page from a flatbed, it draws what isn't bed, the islands, and the \
      rectangles that may be prints.
      """)

  @Argument(help: "The photo.", completion: .photos)
  var photo: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The picture to write, .jpg or .png; - is standard output.", valueName: "picture"),
    completion: .explanations)
  var output: String

  @Flag(help: "Replace a picture that peel explain made.")
  var force = false

  @OptionGroup(title: "Search") var search: SearchArguments
  @OptionGroup(title: "Search") var film: FilmArguments
  @OptionGroup(title: "Search") var prints: CurlArguments
  @OptionGroup var limits: LimitArguments

  func validate() throws {
    let target = Path.given([output])[0]
    if target != .standardOutput, Self.format(of: target) == nil {
      throw ValidationError(
        "\(target.shown): `peel explain` writes only JPEG and PNG; choose a name that ends in .jpg or .png")
    }
  }

  func run() throws {
    let paths = Path.given([photo, output])
    let target = paths[1]
    if target == .standardOutput { try StandardStream.refuseTerminal(for: "picture") }
    let file: PhotoFile
    do throws(PhotoError) { file = try PhotoFile(paths[0], limits: limits.decoding) } catch {
      try Complaint(error).exit()
    }
    let replaces = try target != .standardOutput && mayReplace(target, photo: paths[0])
    let picture = Explanation()(file.photo, search.detector(film.films, prints.curl).detect(in: file.photo))
    var written = ScanFile()
    written.format = Self.format(of: target) ?? .jpeg
    let bytes: [UInt8]
    do throws(CodecError) {
      written.source = Self.mark(on: try written.encoded(picture)) + Path(bytes: paths[0].name).text
      bytes = try written.encoded(picture)
    } catch {
      try Complaint(.codec(target, error)).exit()
    }
    if target == .standardOutput { return StandardStream.output.write(bytes) }
    do throws(OutputError) {
      try deliver(bytes, to: target, sparing: InputFiles([paths[0]]), replacing: replaces) { isExplanation(target) }
    } catch {
      if case .taken = error { try complain(of: target, "exists already").exit() }
      try Complaint(.scan(photo: paths[0], error)).exit()
    }
  }

  /// A picture's format, by its name; nil if that is of another one.
  private static func format(of picture: Path) -> ScanFile.Format? {
    [.jpeg, .png].first { $0.hasName(picture.name) }
  }

  /// Begins the source in the metadata of each picture that this command makes. It has the digest of the coded picture,
  /// which no other picture has and no edited one keeps.
  private static func mark(on file: [UInt8]) -> String { "peel explain \(Digest(pictureIn: file).text): " }

  /// The largest picture that this command makes, in bytes. A PNG of its nine panels has about 10 MB.
  private static let largest = 64 << 20

  /// Whether there is a picture to replace. Ends the command if there is one that must stay.
  private func mayReplace(_ picture: Path, photo: Path) throws -> Bool {
    guard exists(picture) else { return false }
    if InputFiles([photo]).contains(picture) { try complain(of: picture, "is the photo itself").exit() }
    if !isExplanation(picture) { try complain(of: picture, "exists already, and peel explain didn't make it").exit() }
    if !force {
      try Complaint(
        path: picture, fact: "exists already", advice: "add --force to replace it, or choose another name with -o"
      ).exit()
    }
    return true
  }

  private func complain(of picture: Path, _ fact: String) -> Complaint {
    Complaint(path: picture, fact: fact, advice: "choose another name with -o")
  }

  private func isExplanation(_ picture: Path) -> Bool {
    guard let file = try? Descriptor(readingItself: picture), let status = try? file.status(), status.kind == .file,
      status.size <= Self.largest, let bytes = try? file.bytes(limit: Self.largest)
    else { return false }
    return bytes.contains(ScanFile.source(beginning: Self.mark(on: bytes)))
  }
}
