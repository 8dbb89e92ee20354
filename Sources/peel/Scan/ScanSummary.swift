import PeelFiles
import PeelMessages
import PeelOutput
import PeelScanning

/// The result of a batch of scans, and how to continue.
struct ScanSummary {
  /// The lines for standard error, each with its newline.
  let lines: String
  /// The number of scans that are no longer where they were written.
  let lost: Int

  /// - Parameters:
  ///   - options: the workbench's options for scans like those of the batch.
  ///   - stems: the stems of the scans' names.
  ///   - noun: what was scanned one by one.
  init(
    _ outcome: BatchOutcome, folder: OutputFolder, options: [String], stems: [Path: [UInt8]], of noun: String
  ) {
    // One of two photos that are scanned together may fail.
    func photos(_ count: Int) -> String { noun == "photos" ? "\(count)" : "\(count) photo\(count == 1 ? "" : "s")" }
    var facts = ["\(outcome.done) of \(outcome.count) \(noun) in \(Pace.clock(outcome.seconds))"]
    if outcome.earlier > 0 { facts.append("\(outcome.earlier) of them by an earlier run") }
    if outcome.failed > 0 { facts.append("\(photos(outcome.failed)) failed") }
    var lines = ["peel: " + facts.joined(separator: ", ")]
    if outcome.setAside > 0 {
      let count = outcome.setAside
      lines.append(
        "peel: \(count) photo\(count == 1 ? " is" : "s are") set aside, since another shot of "
          + "\(count == 1 ? "its" : "each") print was taken; --all scans \(count == 1 ? "it" : "them"), too")
    }
    // What ended the batch was told, and what to do about it.
    if outcome.done < outcome.count, !outcome.isHopeless {
      lines.append("peel: run the same command again to continue")
    }
    let count = outcome.toReview.count
    let listed = "\(photos(count)) to review"
    do throws(OutputError) {
      if let list = try folder.writeReviewList(outcome.toReview, stems: stems, named: \.alone) {
        let words = [CurrentProcess.name] + options.map { Path($0) } + [Path("-o"), folder.path, Path("-0")]
        let command = words.map(\.quotedForShell).joined(separator: " ") + " < \(list.quotedForShell)"
        lines.append("peel: \(listed): \(command)")
      }
    } catch {
      if count > 0 { lines.append("peel: \(listed), but their list was not written") }
      // What ended the batch was told.
      if !outcome.isHopeless { lines.append(String(Complaint(error).line.dropLast())) }
    }
    lost = outcome.isHopeless ? 0 : outcome.files.count { !exists($0) }
    if lost > 0 {
      lines.append(
        "peel: \(lost) of the scans \(lost == 1 ? "is" : "are") no longer in \(folder.path.shown); bring "
          + "\(lost == 1 ? "it" : "them") back, or run the same command again to make \(lost == 1 ? "it" : "them") anew"
      )
    }
    self.lines = lines.map { $0 + "\n" }.joined()
  }
}

extension Path {
  /// The path as one word of a POSIX shell's command line. Bytes that can't be shown are written in `$'…'`, which bash
  /// and zsh understand.
  fileprivate var quotedForShell: String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+,:@%=".utf8)
    if !bytes.isEmpty, bytes.allSatisfy(plain.contains) { return text }
    if let text = String(validating: bytes, as: UTF8.self), text == text.escapingControls {
      return "'" + text.replacing("'", with: "'\\''") + "'"
    }
    let escaped = bytes.map { plain.contains($0) ? String(UnicodeScalar($0)) : "\\x" + Self.hexadecimal($0) }
    return "$'" + escaped.joined() + "'"
  }

  private static func hexadecimal(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}
