import ArgumentParser
import PeelFiles
import PeelImaging
import PeelMessages
import PeelOutput
import PeelScanning

/// Makes the trees and the network in `CPeelModels/detector.bin`.
struct FitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit", abstract: "Fit the trees and the network that score quads to photos with known corners.",
    discussion: """
      peel-lab fit ../shared/photos/{scenes,hard,free,empty,real,real2,empty-real}
      peel-lab fit --write Sources/CPeelModels/detector.bin FOLDER…

      Prints how well the prints of photos that didn't train are found. For that, the sources of the photos are divided \
      into five parts, and each part is measured with what was fitted to the others. The figures so \
      far are printed on standard error after each. --keep makes measuring anew, with \
      other parameters, a matter of minutes. A curve shows how the mean IoU of real photos depends on how many photos \
      without a print may have a report; for it, each photo counts as it is, mirrored, at half its size, sharpened, and \
      blurred. With --write, trees and network are first fitted to all photos; with --no-measure, only that is done.

      Right quads of the reduced grid share 90 % of the covered area with a true print; right refined quads share 95 %, and \
      those that share 93 % to 95 % are left out. For the network, quads that share 85 % are right, and those that share \
      70 % to 85 % are left out. The right quads of a print count 1 together, the wrong ones of a photo 3 \
      for each print, up to 6; real photos count five times. Each photo is used as it is and mirrored; real ones also at \
      half their size, sharpened, and blurred with noise. Composites of real photos train all but the trees of the reduced \
      grid. For the other trees, a composite's right quads share 99 %, and those that share 85 % to 99 % are left out. For \
      the network, composites count twice, and regions to ignore are wrong in real photos without a print.
      """)

  @Argument(help: "Folders with photos and their true corners, as `peel-lab bench` reads them.")
  var folders: [String]

  @Option(help: ArgumentHelp("Write the trees and the network to this file.", valueName: "file"))
  var write: String?

  @Flag(
    inversion: .prefixedNo, exclusivity: .exclusive,
    help: "Measure how well prints of photos that didn't train are found.")
  var measure = true

  @Flag(
    help: "Also print what became of each print that wasn't found in a real photo, and each report where there is none."
  )
  var each = false

  @Option(
    help: ArgumentHelp(
      "Keep what is fitted for each part in this folder, and use what is there, which must be of the same photos.",
      valueName: "folder"))
  var keep: String?

  @Option(
    help: ArgumentHelp(
      "Take the network from this file, which --write made, and fit the trees alone: half of the work.",
      valueName: "file"))
  var network: String?

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() async throws {
    Interruption.begin()
    do throws(Complaint) { try await fit() } catch {
      if let code = Interruption.exitCode { throw code }
      try error.exit()
    }
  }

  private func fit() async throws(Complaint) {
    var photos: [TruePhoto] = []
    for folder in Path.given(folders) {
      do throws(TruthError) { photos += try truePhotos(in: folder) } catch { throw Complaint(error) }
    }
    var fit = Fit(photos: photos)
    fit.kept = keep.map { Path.given([$0])[0] }
    if let network { fit.network = try Self.network(in: Path.given([network])[0]) }
    let start = ContinuousClock.now
    fit.note = { StandardStream.error.write("\(start.duration(to: .now).components.seconds) s: \($0)\n") }
    do throws(FitError) {
      if let write { try Self.write(try await fit.model(), to: Path.given([write])[0]) }
      if measure {
        let heldBack = try await fit.heldBack { part, soFar in
          StandardStream.error.write("after part \(part) of \(Fit.folds)\n\n\(soFar.text(each: false))\n")
        }
        StandardStream.output.write(json ? heldBack.json.line + "\n" : heldBack.text(each: each))
      }
    } catch {
      throw Complaint(error, in: Path.given(folders)[0])
    }
  }

  private static func network(in file: Path) throws(Complaint) -> PatchNetwork {
    guard let model = Fit.model(in: file) else {
      throw Complaint(path: file, fact: "not the model of a detector", advice: "name a file that --write made")
    }
    return model.network
  }

  private static func write(_ model: Detector.Model, to file: Path) throws(FitError) {
    do throws(FileError) { try writeWhole(model.file, to: file, force: true) } catch { throw .unwritten(error) }
  }
}

extension Complaint {
  fileprivate init(_ error: FitError, in folder: Path) {
    switch error {
    case .unread(let error): self.init(error)
    case .unwritten(let error): self.init(error)
    case .tooLittle:
      self.init(
        path: folder, fact: "too few prints were found to fit the trees",
        advice: "name more folders of photos with known corners")
    case .interrupted: self.init(path: folder, fact: "interrupted", advice: "run the same command again")
    }
  }
}

extension Fit.HeldBack {
  func text(each: Bool) -> String {
    Self.text("rendered photos", rendered) + Self.text("real photos", real) + "\n\(curve.text)\n\(losses.text)"
      + (each ? losses.each.map { $0 + "\n" }.joined() : "")
  }

  private static func text(_ name: String, _ ledger: Ledger) -> String {
    let rows =
      [
        ("photos", "\(ledger.photos)"),
        ("found", "\(ledger.found95) at IoU 0.95, \(ledger.found98) at 0.98"),
        ("offered", "\(ledger.offered95) at IoU 0.95"),
        ("mean IoU a photo", ledger.meanOverlap?.rounded(to: 3) ?? "-"),
        ("sure and right", "\(ledger.sure)"), ("false alarms", "\(ledger.falseAlarms)"),
        ("photos without a print", "\(ledger.emptyReported) have a report, \(ledger.emptySure) a sure one"),
      ] + ledger.calibration.rows
    return "\(name)\n" + rows.map { "  \($0): \($1)\n" }.joined()
  }

  var json: JSON {
    .object([
      "schema": .integer(2), "rendered": Self.json(rendered), "real": Self.json(real),
      "curve": .array(
        curve.points.map { point in
          .object([
            "reported": .number(point.reported, decimals: 2),
            "leastPresence": .number(point.leastPresence, decimals: 4),
            "meanOverlap": .number(point.overlap, decimals: 3),
          ])
        }),
      "losses": .object(Losses.Fate.allCases.map { ($0.rawValue, .integer(losses.counts[$0, default: 0])) }),
    ])
  }

  private static func json(_ ledger: Ledger) -> JSON {
    .object(
      ledger.members + [
        ("meanOverlap", .number(ledger.meanOverlap, decimals: 3)),
        ("emptyReported", .integer(ledger.emptyReported.hits)),
      ])
  }
}
