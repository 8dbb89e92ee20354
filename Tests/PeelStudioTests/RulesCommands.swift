import Foundation
import PeelFiles
import PeelImaging
import PeelOutput
import PeelTestSupport
import PeelWorkbench

@testable import PeelCodecs
@testable import PeelScanning
@testable import PeelStudio

/// What commands and the workbench do in the world, held against the rules.
extension RulesWorld {
  private func scanner(to output: String, options: Int) -> ItemScanner {
    var settings = ScanSettings()
    switch options {
    case 1: settings.quality = 60
    case 2: settings.crop = .both
    case 3: settings.format = .png
    default: break
    }
    var scanner = ItemScanner(detector: Detector(), maker: ScanMaker(settings), folder: absolute(output))
    scanner.sidecars = SidecarStore(refuge: nil)
    return scanner
  }

  /// Scans as so many shards, one after the other.
  func scan(_ photos: [String], to output: String, shards: Int) throws {
    for number in 1...shards { try scan(photos, to: output, shard: Shard(number: number, count: shards)) }
  }

  /// `peel explain --force` replaces none of the files in the world.
  func explain(_ photo: String, over choice: Int) throws {
    let files = (Array(photos.keys) + scans.keys + others.keys).filter { $0.lowercased().hasSuffix(".jpg") }.sorted()
    let target = files[choice % files.count]
    story.append("explain \(photo) -o \(target) --force")
    let run = try Program.run(["explain", photo, "-o", target, "--force"], in: folder)
    if run.status != 1 { throw Broken(rule: "peel explain wrote \(target)") }
  }

  /// - Returns: the scans that are reported.
  @discardableResult func scan(
    _ photos: [String], to output: String, options: Int = 0, isForced: Bool = false, shard: Shard = .whole
  ) throws -> Set<String> {
    story.append(
      "scan \(photos.joined(separator: " ")) -o \(output), options \(options)\(isForced ? " --force" : "")"
        + (shard == .whole ? "" : ", shard \(shard.number) of \(shard.count)"))
    let folder: OutputFolder
    do throws(OutputError) { folder = try OutputFolder(absolute(output), shard: shard) } catch {
      if !isRefused(output) { throw Broken(rule: "\(output) can't be used: \(error)") }
      story.append("  \(error)")
      return []
    }
    let items = photos.map { Item(absolute($0)) }
    let stems = folder.finished.stems(for: items)
    let scanner = scanner(to: output, options: options)
    let run = ScanRun(scanner: scanner, folder: folder, inputs: InputFiles(items.map(\.photo)), isAnew: isForced)
    let kept = photos.map { keptStems(of: $0, among: photos, in: output) }
    var reported: Set<String> = []
    for (index, ((photo, item), stem)) in zip(zip(photos, items), stems).enumerated() where shard.contains(item.photo) {
      let name = output + "/" + String(decoding: stem, as: UTF8.self)
      if !kept[index].isEmpty, !kept[index].contains(name) {
        throw Broken(rule: "\(photo) is called \(name) now, and not \(kept[index].joined(separator: " or "))")
      }
      let report: ScanReport
      switch run.scan(item, stem: stem) {
      case .done(let done): report = done
      case .left(let rest): report = rest()
      }
      let files = report.scans.map { output + "/" + String(decoding: $0.file.name, as: UTF8.self) }
      for file in files where !reported.insert(file).inserted {
        throw Broken(rule: "\(file) is reported for two photos")
      }
      try judge(report.error, of: photo)
      // A photo whose sidecar is refused claims no name.
      if case .sidecar = report.error { continue }
      try take(files, of: photo, stem: stem, in: output)
      if report.error == nil { try compare(files, of: photo, scanner) }
    }
    return reported
  }

  func export(session: Int, _ choices: [Int]) throws {
    if sessions[session] == nil || choices[2] % 4 == 0 {
      let photos = some(choices[1])
      story.append("open \(photos.joined(separator: " ")) -o out, session \(session)")
      let list = photos.map { Result<Item, PhotoError>.success(Item(absolute($0))) }
      sessions[session] = (Studio(list, scanner(to: "out", options: 0)), photos)
    }
    guard let (studio, roll) = sessions[session], !roll.isEmpty else { return }
    let index = choices[0] % roll.count
    let photo = roll[index]
    guard photos[photo] != nil, let kept = (try? studio.loaded(ItemID(index)))??.kept, !kept.outlines.isEmpty
    else { return }
    story.append("export \(photo), session \(session)")
    do throws(Sentence) {
      let files = try studio.export(ExportOrder(item: ItemID(index), outlines: kept.outlines)).files.map {
        "out/" + $0.name
      }
      let stem = files[0].dropFirst("out/".count).prefix(
        upTo: files[0].dropFirst(4).lastIndex(of: "-") ?? files[0].endIndex)
      try Self.asBroken { try take(files, of: photo, stem: Array(stem.utf8), in: "out") }
      try Self.asBroken { try compare(files, of: photo, scanner(to: "out", options: 0)) }
    } catch {
      if let rule = Self.rule(in: error) { throw Broken(rule: rule) }
      if isRefused("out"), error.text.contains("where peel keeps its own notes") { return }
      guard ["exists already", "is one of the photos"].contains(where: error.text.contains),
        !others.isEmpty || photos.keys.contains(where: error.text.contains)
      else { throw Broken(rule: "the export of \(photo) failed: \(error.text)") }
    }
  }

  private static let mark = "broken: "

  private static func asBroken(_ body: () throws -> Void) throws(Sentence) {
    do { try body() } catch { throw Sentence(mark + ((error as? Broken)?.rule ?? "\(error)")) }
  }

  private static func rule(in sentence: Sentence) -> String? {
    sentence.text.hasPrefix(mark) ? String(sentence.text.dropFirst(mark.count)) : nil
  }
}
