import ArgumentParser
import PeelFiles
import PeelScanning

/// The folder that a command writes to, and the scans that earlier runs finished there.
package struct Output {
  package let path: Path
  /// nil in a dry run, which writes nothing.
  package let folder: OutputFolder?
  package let finished: FinishedScans

  /// Throws if nobody means a folder by an argument.
  ///
  /// - Parameter alternative: what may be named besides a folder.
  package static func checkName(_ argument: String, or alternative: String = "") throws {
    if argument.isEmpty { throw ValidationError("--output must name a folder.") }
    do throws(FileError) { try OutputFolder.checkName(Path.given([argument])[0]) } catch {
      throw ValidationError("\(error.path.titled): \(Complaint(error).reason)\(alternative)")
    }
  }

  /// Opens the folder that an argument names, and makes it if it's missing. If it can't be, the program ends.
  ///
  /// - Parameter isQuiet: whether no message tells that a journal is damaged.
  package init(_ argument: String, shard: Shard = .whole, isDryRun: Bool = false, isQuiet: Bool) throws {
    path = Path.given([argument])[0]
    do throws(FileError) {
      if isDryRun { try OutputFolder.check(path, shard: shard) }
      folder = isDryRun ? nil : try OutputFolder(path, shard: shard)
      if let folder { finished = folder.finished } else { finished = try FinishedScans(in: path) }
    } catch {
      try Complaint(error).exit()
    }
    if isQuiet { return }
    for (journal, lines) in finished.damage {
      let damaged = lines == 1 ? "a line is damaged" : "\(lines) lines are damaged"
      StandardStream.say(
        "\(journal.text): \(damaged) and left out, so scans may count as files that peel didn't make; bring back a copy "
          + "of the file if you have one, or run once with the options that made the scans, so that peel "
          + "recognizes them"
      )
    }
  }
}
