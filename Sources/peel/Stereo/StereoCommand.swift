import ArgumentParser
import PeelFiles
import PeelMessages
import PeelOutput
import PeelScanning

struct StereoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stereo", abstract: "Make a stereo pair from photos with a depth map.",
    discussion: """
      peel stereo portrait.heic -o 3d                     write a picture for each eye
      peel stereo portrait.heic -o 3d --layout anaglyph   for red and cyan glasses
      peel stereo portrait.heic -o 3d --layout card       for a stereoscope
      peel stereo portrait.heic -o 3d --layout wiggle     an animation
      peel stereo scan.jpg --depth map.png -o 3d          take the depth from a file
      peel stereo --left a.jpg --right b.jpg -o 3d        align two scans

      Writes what each eye sees, 3d/portrait-left.jpg and 3d/portrait-right.jpg, or one file \
      in another layout, and prints their names. Depth is read from portraits of iPhones (HEIC \
      and JPEG) and from Google's and Samsung's depth photos; spatial photos already hold both \
      pictures. For any other photo or scan, give a map with --depth. Two pictures of a stereo pair, such as scans of both \
      halves of an old card, are aligned so that no point lies higher for one eye than for the \
      other.

      Run the same command again to continue after a run that stopped. --force makes all \
      pictures anew. Files that peel didn't make, or that were changed since, are never replaced.
      """)

  @OptionGroup var photos: PhotoArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder for the pictures; it is made if missing.", valueName: "folder"),
    completion: .directory)
  var output: String

  @OptionGroup(title: "Stereo") var stereo: StereoArguments

  @Flag(help: "Make all pictures anew, even those that are up to date.")
  var force = false

  @OptionGroup(title: "Batch") var batch: BatchArguments

  func validate() throws {
    try OutputFolder.checkName(output)
    if stereo.left == nil {
      try photos.requirePhoto()
    } else if !photos.photos.isEmpty {
      throw ValidationError("--left and --right name both pictures: leave out other photos.")
    }
    if stereo.depth != nil, photos.photos.count > 1 { throw ValidationError("--depth needs exactly one photo.") }
  }

  func run() async throws {
    let list = stereo.left.map { Path.given([$0]).map { .success($0) } } ?? photos.listed(isQuiet: batch.quiet)
    try await batch.requirePhotos(list, reporting: StereoReport.self)
    let output = try OutputFolder.opened(self.output, isQuiet: batch.quiet)
    Interruption.begin()
    let finished = output.finished
    // What earlier runs made counts as a photo only if it is named.
    let named = Set(Path.given(photos.photos + [stereo.left].compactMap(\.self)))
    let left = list.filter { photo in
      (try? photo.get()).map { named.contains($0) || !finished.made($0) } ?? true
    }
    if stereo.depth != nil, left.count > 1 {
      throw ValidationError("--depth needs exactly one photo.")
    }
    let companion: StereoRun.Companion? =
      stereo.right.map { .right(Path.given([$0])[0]) } ?? stereo.depth.map { .map(Path.given([$0])[0]) }
    let inputs = InputFiles(left.compactMap { try? $0.get() } + [companion?.path].compactMap(\.self))
    let stems = finished.stems(for: left.map { photo in (try? photo.get()).map { Item($0) } })
    var maker = StereoMaker(stereo.settings)
    maker.limits = photos.limits.sharedDecoding
    let jobs = batch.photosAtOnce
    maker.threads = max(1, jobs / max(1, left.count))
    let run = StereoRun(
      maker: maker, folder: output, inputs: inputs, companion: companion,
      isAnew: force)
    let outcome = await batch.run(left, photo: \.self) { index, photo in run.pictures(of: photo, stem: stems[index]) }
    try outcome.exit()
  }
}
