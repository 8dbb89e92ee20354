import PeelCommandLine
import PeelFiles
import PeelScanning
import ArgumentParser
import PeelImaging

/// Makes the weights in `Parameters.swift`; for whoever works on the detector.
struct FitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit", abstract: "Fit the weights of the detector's evidence to photos with known corners.",
    discussion: """
      peel-lab fit ../shared/photos/{scenes,hard,free,real,empty}
      peel-lab fit --stage refined Samples

      Prints the two sets of weights as Detector.Parameters has them, and how well prints are found with them, in the \
      photos that trained and in those held back, every third of each folder.

      The weights are those of a logistic regression with a ridge, over what the detector weighed in each photo: the \
      judged outlines of the reduced grid, right where they and a true print share 90 % of the area they cover, then \
      the refined ones, right from 95 %, left out between 93 % and 95 %. The right outlines of a print count 1 \
      together, the wrong ones of a photo 3 for each of its prints; a print whose corners were marked by hand counts \
      half. Of the refined ones, the best of each print also has to score above its rivals, pair by pair, which counts \
      3 together; and the bias is lowered by 0.8, rather unsure than wrong. Each photo is looked at as it is and mirrored.

      The present weights came of the folders in the first line: 60, 30, 12, 9 and 16 photos with 210 prints.
      """)

  @Argument(help: "Folders with photos and their true corners, as `peel-lab bench` reads them.")
  var folders: [String]

  @Option(help: "judged or refined: fit those weights and leave the others. (default: both)")
  var stage: Fit.Stage?

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() async throws {
    Interruption.begin()
    do throws(Complaint) {
      let fit = try await fitted()
      StandardStream.output.write(json ? fit.json.line + "\n" : fit.text)
    } catch {
      if let code = Interruption.exitCode { throw code }
      StandardStream.error.write(error.line)
      throw ExitCode(Status.failure.rawValue)
    }
  }

  private func fitted() async throws(Complaint) -> Fit {
    var sets: [[TruePhoto]] = []
    for folder in Path.given(folders) {
      do throws(TruthError) { sets.append(try truePhotos(in: folder)) } catch { throw Complaint(error) }
    }
    var fit = Fit(sets)
    do throws(FitError) {
      for stage in stage.map({ [$0] }) ?? Fit.Stage.allCases { try await fit.fit(stage) }
      try await fit.measure()
    } catch {
      throw Complaint(error, in: Path.given(folders)[0])
    }
    return fit
  }
}

extension Fit.Stage: ExpressibleByArgument {}

extension Complaint {
  fileprivate init(_ error: FitError, in folder: Path) {
    switch error {
    case .unread(let error): self.init(error)
    case .tooLittle(let stage):
      self.init(
        path: folder, fact: "too few prints were found to fit the \(stage.rawValue) weights",
        advice: "name more folders of photos with known corners")
    case .interrupted: self.init(path: folder, fact: "interrupted", advice: "start again")
    }
  }
}

extension Fit {
  var text: String {
    Self.swift("weights", parameters.weights) + Self.swift("refinedWeights", parameters.refinedWeights)
      + Self.text("training", training) + Self.text("held back", heldBack)
  }

  /// As in `Parameters.swift`.
  private static func swift(_ name: String, _ weights: Evidence.Weights) -> String {
    "package var \(name) = \(weights)\n"
  }

  private static func text(_ name: String, _ ledger: Ledger) -> String {
    let rows =
      [
        ("photos", "\(ledger.photos)"),
        ("found", "\(ledger.found95) at IoU 0.95, \(ledger.found98) at 0.98"),
        ("offered", "\(ledger.offered95) at IoU 0.95"),
        ("sure and right", "\(ledger.sure)"), ("false alarms", "\(ledger.falseAlarms)"),
      ] + ledger.calibration.rows
    return "\n\(name)\n" + rows.map { "  \($0): \($1)\n" }.joined()
  }

  var json: JSON {
    .object([
      "schema": .integer(1), "weights": parameters.weights.json, "refinedWeights": parameters.refinedWeights.json,
      "training": .object(training.members), "heldBack": .object(heldBack.members),
    ])
  }
}

extension Evidence.Weights {
  fileprivate var json: JSON {
    let features = Evidence.Feature.allCases.filter { self[$0] != 0 }
    return .object([
      ("bias", .number(bias, decimals: 2)),
      ("features", .object(features.map { ("\($0)", .number(self[$0], decimals: 2)) })),
    ])
  }
}
