import ArgumentParser
import PeelCodecs
import PeelFiles
import PeelInference
import PeelMessages
import PeelOutput
import PeelScanning

/// What `peel rank --faces` does.
struct FaceOutput {
  let arguments: FaceArguments
  let batch: BatchArguments
  let isBest: Bool
  let limits: DecodingLimits

  func run(_ list: [Result<Path, PhotoError>]) throws {
    var status = Status.success
    for case .failure(let error) in list {
      status = .failure
      StandardStream.error.write(Complaint(error).line)
    }
    // Loaded while the clip's facts are asked for.
    onOwnThread("models") { _ = try? FaceModels.bundled }
    if let folder = arguments.folder {
      do throws(FaceError) { try FrameSaving.prepare(folder) } catch { try Complaint(error).exit() }
    }
    var all: [RankedFrames] = []
    let files = list.compactMap { try? $0.get() }
    let own = Set(files.filter { !$0.hasClipExtension && (SavedMark(of: $0) != nil || isCopy($0, among: files)) })
    if !own.isEmpty, !batch.quiet {
      StandardStream.say("left out \(own.count) picture\(own.count == 1 ? "" : "s") that peel saved before")
    }
    let items = FaceItem.all(in: files.filter { !own.contains($0) })
    if items.isEmpty { status = max(status, .review) }
    let folder = arguments.folder.map { folder in
      FrameFolder(folder, force: arguments.force, inputs: files + items.compactMap { $0.clip?.file })
    }
    for item in items where Interruption.signal == nil {
      for ranked in try rank(item) {
        // Saved first, because a reader who leaves ends the work.
        let saved = save(ranked, to: folder)
        if Interruption.signal != nil { break }
        status = max(status, write(ranked, isFirst: all.isEmpty), tell(saved, in: folder))
        all.append(ranked)
      }
    }
    if let code = Interruption.exitCode { throw code }
    if all.count == 1, let alone = all.first?.onlyPicture {
      if !batch.quiet {
        StandardStream.say("\(alone.shown): this is the only picture, so there is nothing to compare it with")
      }
      status = max(status, .review)
    }
    if status != .success { throw ExitCode(status.rawValue) }
  }

  /// Whether a file in the folder of `--save` is the copy of another file of the run.
  private func isCopy(_ file: Path, among files: [Path]) -> Bool {
    guard let folder = arguments.folder, isSameFile(file.folder, folder), let bytes = try? photoBytes(at: file) else {
      return false
    }
    return files.contains { $0.folder != file.folder && $0.hasPhotoExtension && holds($0, bytes) }
  }

  private func rank(_ item: FaceItem) throws -> [RankedFrames] {
    do throws(FaceModelsError) {
      return try RankedFrames.all(
        in: item, arguments.choice, { () throws(FaceModelsError) in try .bundled }, limits: limits)
    } catch {
      StandardStream.say("\(error); install peel again")
      throw ExitCode(Status.failure.rawValue)
    }
  }

  /// Prints the frames, with a blank line before those of all but the first item.
  private func write(_ ranked: RankedFrames, isFirst: Bool) -> Status {
    for error in ranked.errors { StandardStream.error.write(Complaint(error).line) }
    let best = ranked.frames.first.flatMap { $0.frame.faces.isEmpty ? nil : $0 }
    let shown = isBest ? best.map { [$0] } ?? [] : ranked.frames
    if batch.json {
      StandardStream.output.write(shown.map { $0.json(of: ranked.item).line + "\n" }.joined())
    } else if isBest {
      if arguments.folder == nil, let best { best.writeName(of: ranked.item) }
    } else if !batch.quiet {
      let lines = zip(1..., shown).map { rank, frame in frame.line(rank: rank, in: ranked.item) }
      StandardStream.output.write((isFirst || lines.isEmpty ? "" : "\n") + lines.joined())
    }
    guard ranked.errors.isEmpty else { return .failure }
    guard best == nil else { return .success }
    if !batch.quiet {
      let saved = arguments.folder == nil || arguments.saveAll ? "" : "; nothing is saved"
      StandardStream.say("\(ranked.item.name.shown): no face found, so no frame is better than another\(saved)")
    }
    return .review
  }

  /// The files that were written, and why others weren't.
  private struct Saved {
    var files: [Path] = []
    var error: FaceError?
  }

  /// Saves the best frame, or all with their sheet.
  private func save(_ ranked: RankedFrames, to folder: FrameFolder?) -> Saved {
    var saved = Saved()
    // Without the clip, the best frame isn't known.
    if folder != nil, ranked.lacksClip, !ranked.frames.isEmpty, !batch.quiet {
      StandardStream.say("\(ranked.item.name.shown): not saved, because the best frame isn't known without the clip")
    }
    guard let folder, let best = ranked.frames.first, !ranked.lacksClip, Interruption.signal == nil else {
      return saved
    }
    let saving = FrameSaving(ranked, to: folder, limits: limits)
    do throws(FaceError) {
      if arguments.saveAll {
        try saving.saveAll { saved.files.append($0) }
      } else if !best.frame.faces.isEmpty {
        saved.files.append(try saving.save(best))
      }
    } catch {
      saved.error = error
    }
    return saved
  }

  /// Prints the names of saved files: as the result if only the best is asked for, else as messages.
  private func tell(_ saved: Saved, in folder: FrameFolder?) -> Status {
    for file in saved.files {
      if isBest, !batch.json {
        StandardStream.output.write(line: file)
      } else if !batch.quiet {
        let isNew = folder?.written.contains(file) == true
        StandardStream.say(isNew ? "wrote \(file.shown)" : "\(file.shown) holds the same picture already")
      }
    }
    guard let error = saved.error else { return .success }
    StandardStream.error.write(Complaint(error).line)
    return .failure
  }
}

extension RankedFrames {
  /// The name of the only picture, if it shows a face; nil if there are several.
  fileprivate var onlyPicture: Path? {
    frames.count == 1 && !frames[0].frame.faces.isEmpty && errors.isEmpty ? item.name : nil
  }

  /// Whether the item has a clip that could not be read.
  fileprivate var lacksClip: Bool {
    item.clip != nil && !frames.contains { $0.source.photo == nil } && !errors.isEmpty
  }
}
