import ArgumentParser
import PeelCodecs
import PeelFiles
import PeelImaging
import PeelMessages
import PeelScanning

struct CompositesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "composites", abstract: "Write made photos like those that `fit` also learns from.",
    discussion: """
      peel-lab composites --write composites ../shared/photos/{real,real2,empty-real}

      Writes photos and their true corners, which `peel-lab bench` reads, to look at them.
      """)

  @Argument(help: "Folders with photos and their true corners, as `peel-lab bench` reads them.")
  var folders: [String]

  @Option(help: ArgumentHelp("The folder to write to.", valueName: "folder"))
  var write: String

  @Option(help: ArgumentHelp("How many.", valueName: "number"))
  var count = 60

  func validate() throws {
    if count < 1 { throw ValidationError("--count takes a number from 1 on.") }
  }

  func run() async throws {
    Interruption.begin()
    do throws(Complaint) { try await writeAll() } catch {
      if let code = Interruption.exitCode { throw code }
      try error.exit()
    }
    if let code = Interruption.exitCode { throw code }
  }

  private func writeAll() async throws(Complaint) {
    var photos: [TruePhoto] = []
    for folder in Path.given(folders) {
      do throws(TruthError) { photos += try truePhotos(in: folder) } catch { throw Complaint(error) }
    }
    let sources: CompositeSources
    do throws(PhotoError) { sources = try CompositeSources(photos) } catch { throw Complaint(error) }
    let folder = Path.given([write])[0]
    var records: [JSON] = []
    var failure: Complaint?
    let isInterrupted = await inOrder(Array(0..<count), jobs: Cores.count) { number -> (JSON, Complaint?) in
      let composite = Composite(sources, number: number)
      let name = "composite-\(number).jpg"
      return (composite.truth.json(name), Self.write(composite.photo, to: folder.appending(Array(name.utf8))))
    } receive: { record, error in
      records.append(record)
      failure = failure ?? error
    }
    if isInterrupted { return }
    if let failure { throw failure }
    let list = JSON.object([("images", .array(records))]).line + "\n"
    do throws(FileError) {
      try writeWhole(Array(list.utf8), to: folder.appending(Array("truth.json".utf8)), force: true)
    } catch { throw Complaint(error) }
  }

  /// Returns what went wrong, if anything did.
  private static func write(_ photo: Photo, to path: Path) -> Complaint? {
    let bytes: [UInt8]
    do throws(CodecError) { bytes = try ScanFile().encoded(photo.picture()) } catch {
      return Complaint(PhotoError.codec(path, error))
    }
    do throws(FileError) { try writeWhole(bytes, to: path, force: true) } catch { return Complaint(error) }
    return nil
  }
}

extension TruePhoto {
  fileprivate func json(_ name: String) -> JSON {
    func corners(_ quad: Quad) -> JSON {
      .array(quad.corners.map { .array([.number($0.x, decimals: 2), .number($0.y, decimals: 2)]) })
    }
    return .object([
      ("file", .string(name)), ("quads", .array(prints.map { corners($0.quad) })),
      ("ignore_quads", .array(ignored.map(corners))),
    ])
  }
}
