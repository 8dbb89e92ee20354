/// What a batch of scans came to, and how to go on.
struct ScanSummary {
  let lines: String

  /// - Parameters:
  ///   - options: of the workbench, for scans like those of the batch.
  ///   - stems: of the scans' names.
  init(_ outcome: BatchOutcome, folder: OutputFolder, options: [String], stems: [Path: [UInt8]]) {
    var facts = ["\(outcome.done) of \(outcome.count) photos in \(Pace.clock(outcome.seconds))"]
    if outcome.earlier > 0 { facts.append("\(outcome.earlier) of them done by an earlier run") }
    if outcome.failed > 0 { facts.append("\(outcome.failed) failed") }
    var lines = ["peel: " + facts.joined(separator: ", ")]
    if outcome.done < outcome.count { lines.append("peel: the same command goes on where this one stopped") }
    let count = outcome.toReview.count
    do throws(FileError) {
      if let list = try folder.list(outcome.toReview, stems: stems) {
        let words = [programName] + options.map { Path($0) } + [Path("-o"), folder.path, Path("-0")]
        let command = words.map(\.quotedForShell).joined(separator: " ") + " < \(list.quotedForShell)"
        lines.append("peel: \(count) \(count == 1 ? "needs" : "need") a look: \(command)")
      }
    } catch {
      lines.append("peel: \(count) to look at, but the list of them was not written")
      lines.append(String(Complaint(error).line.dropLast()))
    }
    self.lines = lines.map { $0 + "\n" }.joined()
  }
}

extension Path {
  /// As one word of a POSIX shell's command line; with `$'…'`, which bash and zsh know, where there are bytes that cannot
  /// be shown.
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
