import ArgumentParser
import PeelFiles
import PeelMessages
import PeelOutput
import PeelScanning

/// The options for ranking pictures of people.
struct FaceArguments: ParsableArguments {
  @Flag(name: .customLong("faces"), help: "Rank Live Photos, clips and bursts by how good the people in them look.")
  var isOn = false

  @Option(
    help: ArgumentHelp(
      "The frames of a clip to look at, 1 to 10000 evenly spread, or all. (default: 12)", valueName: "number|all"),
    completion: .list(["6", "12", "24", "all"]))
  var frames: FrameChoice?

  @Option(
    help: ArgumentHelp("Write the best frame of each item to this folder, at full size.", valueName: "folder"),
    completion: .directory)
  var save: String?

  @Flag(help: "With --save, write all frames, and a contact sheet with their scores.")
  var saveAll = false

  @Flag(help: "With --save, replace pictures that an earlier run saved of the same item.")
  var force = false

  func validate() throws {
    if !isOn, frames != nil || save != nil || saveAll || force {
      throw ValidationError("--frames, --save, --save-all and --force belong to --faces.")
    }
    if force, save == nil { throw ValidationError("--force replaces saved pictures, so it needs --save folder.") }
    if saveAll, save == nil { throw ValidationError("--save-all needs a folder: --save folder.") }
    if save?.isEmpty == true { throw ValidationError("--save must name a folder.") }
    if let folder {
      try mapping(
        { (error: OutputError) in ValidationError("\(folder.titled): \(Complaint(FaceError.saving(error)).reason)") },
        OutputFolder.checkName(folder))
    }
  }

  var choice: FrameChoice { frames ?? .spread(FrameChoice.usual) }

  /// The folder for saved frames; nil if none are saved.
  var folder: Path? { save.flatMap { Path.given([$0]).first } }
}

extension FrameChoice: ExpressibleByArgument {
  /// Reads a number or `all`.
  public init?(argument: String) {
    if argument == "all" {
      self = .all
    } else if let number = Int(argument), (1...Self.most).contains(number) {
      self = .spread(number)
    } else {
      return nil
    }
  }
}
