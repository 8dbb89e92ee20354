import ArgumentParser
import PeelFiles
import PeelMessages
import PeelOutput
import PeelScanning

extension OutputFolder {
  /// Throws if an argument can't be a folder.
  ///
  /// - Parameter alternative: what may be named besides a folder.
  static func checkName(_ argument: String, or alternative: String = "") throws {
    if argument.isEmpty { throw ValidationError("--output must name a folder.") }
    try mapping(
      { (error: OutputError) in ValidationError("\(error.path.titled): \(Complaint(error).reason)\(alternative)") },
      checkName(Path.given([argument])[0]))
  }

  /// Opens the folder that an argument names, and makes it if it's missing. If it can't be, the program ends.
  ///
  /// - Parameter isQuiet: whether no message tells that a journal is damaged, or that the last run ended at a photo.
  static func opened(
    _ argument: String, shard: Shard = .whole, isDryRun: Bool = false, isQuiet: Bool
  ) throws -> OutputFolder {
    let folder: OutputFolder
    do throws(OutputError) {
      folder = try OutputFolder(Path.given([argument])[0], shard: shard, isDryRun: isDryRun)
    } catch {
      try Complaint(error).exit()
    }
    if isQuiet { return folder }
    if !folder.photosLeft.isEmpty {
      let photos = folder.photosLeft.map(\.shown)
      StandardStream.say(
        "\(folder.path.shown): the last run was ended while it read \(photos.joined(separator: ", ")); if this one is, "
          + "too, leave \(photos.count == 1 ? "that photo" : "these photos") out")
    }
    for (journal, lines) in folder.finished.damage {
      let damaged = lines == 1 ? "a line is damaged" : "\(lines) lines are damaged"
      StandardStream.say(
        "\(journal.text): \(damaged) and left out, so scans may count as files that peel didn't make; bring back a copy "
          + "of the file if you have one, or run once with the options that made the scans, so that peel "
          + "recognizes them"
      )
    }
    return folder
  }
}
