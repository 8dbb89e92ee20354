package import PeelFiles

/// The scans that earlier runs made in a folder.
package struct FinishedScans: Sendable {
  package let folder: Path
  private let identity: FileIdentity?
  private let journal: Journal

  /// Reads what earlier runs noted.
  ///
  /// - Parameter folder: need not exist.
  package init(in folder: Path) throws(FileError) {
    self.folder = folder
    identity = try? Descriptor(reading: folder).status().identity
    let notes = OutputFolder.notes(in: folder)
    do throws(SystemError) { journal = exists(notes) ? try Journal(in: notes) : Journal() } catch {
      throw .noFolder(folder, reason: "\(notes.shown) cannot be read: \(error.reason)")
    }
  }

  /// The journal's record of this work; nil if there is none or a scan is missing or changed.
  func record(of work: Digest, stem: [UInt8]) -> Journal.Record? {
    guard let record = journal[work] else { return nil }
    let areUnchanged = record.scans.allSatisfy { scan in
      content(of: folder.appending(stem + Array(scan.suffix.utf8))) == scan.content
    }
    return areUnchanged ? record : nil
  }

  /// Whether a run made this file in the folder and nobody has changed it since.
  package func made(_ path: Path) -> Bool {
    guard journal.knows(name: path.name), (try? Descriptor(reading: path.folder).status().identity) == identity,
      let content = content(of: path)
    else { return false }
    return journal.knows(name: path.name, content: content)
  }

  private func content(of path: Path) -> Digest? {
    guard let file = try? Descriptor(reading: path), let status = try? file.status(), status.kind == .file else {
      return nil
    }
    return (try? file.bytes(limit: status.size)).map { Digest($0) }
  }
}
