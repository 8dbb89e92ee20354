import ArgumentParser
import PeelCodecs
import PeelCommandLine
import PeelFiles
import PeelInference
import PeelScanning

/// What `peel rank --faces` does.
struct FaceOutput {
  let arguments: FaceArguments
  let batch: BatchArguments
  let isBest: Bool
  let limits: DecodingLimits

  func run(_ list: [Result<Path, PhotoError>], folders: [Path]) throws {
    var status = Status.success
    var files: [Path] = []
    for entry in list {
      switch entry {
      case .success(let path): files.append(path)
      // A folder may hold clips alone.
      case .failure(.noPhotos(let folder, _, _)) where !clips(in: folder).isEmpty: break
      case .failure(let error):
        status = .failure
        StandardStream.error.write(Complaint(error).line)
      }
    }
    for clip in folders.flatMap(clips) where !files.contains(clip) { files.append(clip) }
    let models: FaceModels
    do throws(FaceModelsError) { models = try .bundled } catch {
      StandardStream.say("\(error); install peel again")
      throw ExitCode(Status.failure.rawValue)
    }
    if let folder = arguments.folder {
      do throws(FileError) { try prepareFolder(folder) } catch { try Complaint(error).exit() }
    }
    for item in FaceItem.all(in: files) where Interruption.signal == nil {
      let ranked = RankedFrames(item, arguments.choice, models, limits: limits)
      status = max(status, write(ranked))
      status = max(status, save(ranked))
    }
    if let code = Interruption.exitCode { throw code }
    if status != .success { throw ExitCode(status.rawValue) }
  }

  private func clips(in folder: Path) -> [Path] {
    let all = ((try? names(in: folder)) ?? []).filter { $0.first != UInt8(ascii: ".") }
    return all.map { folder.appending($0) }.filter(\.hasClipExtension).sorted { $0.text < $1.text }
  }

  private func write(_ ranked: RankedFrames) -> Status {
    for error in ranked.errors { StandardStream.error.write(Complaint(error).line) }
    if isBest {
      if arguments.folder == nil, let best = ranked.frames.first, !best.frame.faces.isEmpty {
        StandardStream.output.write(best.name(in: ranked.item) + "\n")
      }
    } else if batch.json {
      for frame in ranked.frames { StandardStream.output.write(frame.json(of: ranked.item).line + "\n") }
    } else if !batch.quiet {
      for (index, frame) in ranked.frames.enumerated() {
        StandardStream.output.write(frame.line(rank: index + 1, in: ranked.item))
      }
    }
    guard ranked.errors.isEmpty else { return .failure }
    let name = ranked.item.name.shown
    if ranked.frames.allSatisfy(\.frame.faces.isEmpty) {
      if !batch.quiet { StandardStream.say("\(name): no face found, so no frame is better than another") }
      return .review
    }
    if ranked.frames.count == 1 {
      if !batch.quiet {
        StandardStream.say("\(name): this is the only picture, so there is nothing to compare it with")
      }
      return .review
    }
    return .success
  }

  /// Saves the best frame, or all with their sheet.
  private func save(_ ranked: RankedFrames) -> Status {
    guard let folder = arguments.folder, let best = ranked.frames.first else { return .success }
    guard arguments.saveAll || !best.frame.faces.isEmpty else { return .review }
    let saving = FrameSaving(ranked, folder: folder, force: arguments.force)
    do throws(FaceError) {
      if arguments.saveAll { try saving.saveAll(tell) } else { tell(try saving.save(best)) }
      return .success
    } catch {
      StandardStream.error.write(Complaint(error).line)
      return .failure
    }
  }

  /// Prints a saved file's name: as the result if only the best is asked for, else as a message.
  private func tell(_ file: Path) {
    if isBest {
      StandardStream.output.write(line: file)
    } else if !batch.quiet {
      StandardStream.say("wrote \(file.shown)")
    }
  }
}

extension RankedFrames.Ranked {
  /// The photo's name, or the item's with the frame's number and time.
  fileprivate func name(in item: FaceItem) -> String {
    switch source {
    case .photo(let path): path.shown
    case .clip(let number, let time):
      "\((item.clip?.file ?? item.name).shown)\t\(number)\t\(time.rounded(to: 3) ?? "-")"
    }
  }

  fileprivate func line(rank: Int, in item: FaceItem) -> String {
    let place =
      switch source {
      case .photo(let path): path.shown
      case .clip(let number, let time): "frame \(number) at \(time.rounded(to: 2) ?? "-") s"
      }
    let faces = frame.faces.map(\.words).joined(separator: "; ")
    let percent = "\((100 * relative).rounded(to: 0) ?? "-") %"
    let cells = [
      "\(rank)", frame.score.rounded(to: 2) ?? "-", percent, place, faces, frame.fault?.words ?? "",
    ]
    return cells.joined(separator: "\t") + "\n"
  }
}

extension FaceRanking.JudgedFace {
  fileprivate var words: String {
    let parts = [
      ("focus", focus), ("light", face.traits.light), ("eyes", face.traits.eyes),
      ("expression", face.traits.expression),
      ("pose", face.traits.pose),
    ]
    return parts.map { "\($0.0) \($0.1.rounded(to: 2) ?? "-")" }.joined(separator: " ")
  }
}

extension FaceFault {
  /// The reason in a few words.
  var words: String {
    switch self {
    case .noFace: "no face"
    case .hidden: "a face is hidden or turned away"
    case .eyesShut: "eyes shut"
    case .blurred: "blurred"
    case .lookingAway: "looking away"
    case .dark: "too dark"
    case .bright: "too bright"
    case .mouthOpen: "mouth open"
    case .expression: "less of a smile"
    }
  }
}
