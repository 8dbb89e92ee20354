import PeelCommandLine
import PeelFiles
import PeelScanning
import ArgumentParser
import PeelImaging

/// Computes the weights in `Parameters.swift`.
struct FitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit", abstract: "Fit the weights of the detector's evidence to photos with known corners.",
    discussion: """
      peel-lab fit ../shared/photos/{scenes,hard,free,real,empty}
      peel-lab fit --stage refined Samples

      Prints the two sets of weights in the form of Detector.Parameters, and how well prints are found with them in the \
      training photos and in those held back, which are every third of each folder.

      The weights are fitted by logistic regression with a ridge to the outlines that the detector scored in each photo \
      and in its mirror image. A judged outline, found on the reduced photo, is right from IoU 0.90 with a true print. A \
      refined outline is right from 0.95, and left out between 0.93 and 0.95. A print's right outlines have a total weight \
      of 1, a photo's wrong outlines of 3 for each of its prints; a print whose corners were marked by hand counts half. \
      A print's best refined outline must also score above its rivals; these pairs have a total weight of 3 for each \
      print. The bias of the refined weights is lowered by 0.8, to err on the unsure side.

      The current weights are from the folders in the first example: 60, 30, 12, 9 and 16 photos with 210 prints.
      """)

  @Argument(help: "Folders with photos and their true corners, as `peel-lab bench` reads them.")
  var folders: [String]

  @Option(help: "Fit only these weights and keep the others. (default: both)")
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
      try error.exit()
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
    case .interrupted: self.init(path: folder, fact: "interrupted", advice: "run the same command again")
    }
  }
}

extension Fit {
  var text: String {
    Self.swift("weights", parameters.weights) + Self.swift("refinedWeights", parameters.refinedWeights)
      + Self.text("training", training) + Self.text("held back", heldBack)
  }

  /// The weights as they stand in `Parameters.swift`.
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
