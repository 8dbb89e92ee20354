import ArgumentParser
import PeelFiles
import PeelImaging
import PeelMessages
import PeelOutput
import PeelScanning

struct LossesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "losses", abstract: "Show at which stage prints with known corners are lost.",
    discussion: """
      peel-lab losses ../shared/photos/real2
      peel-lab losses --each Samples

      Prints how many true prints were found, were only offered, or were lost at each stage of the detection.
      """)

  @Argument(help: "Folders with photos and their true corners, as `peel-lab bench` reads them.")
  var folders: [String]

  @Flag(help: "Also print what became of each print that wasn't found, and each report where there is none.")
  var each = false

  func run() async throws {
    Interruption.begin()
    var losses = Losses()
    do throws(TruthError) {
      for folder in Path.given(folders) {
        let detector = Detector()
        _ = await inOrder(try truePhotos(in: folder), jobs: Cores.count) { truth in
          (truth, (try? PhotoFile(truth.path)).map { detector.detect(in: $0.photo) })
        } receive: { truth, detection in
          guard let detection else { return }
          losses.add(Losses.fates(truth, detection), of: truth, detection)
        }
      }
    } catch {
      try Complaint(error).exit()
    }
    if let code = Interruption.exitCode { throw code }
    if each { StandardStream.output.write(losses.each.map { $0 + "\n" }.joined()) }
    StandardStream.output.write(losses.text)
  }
}
