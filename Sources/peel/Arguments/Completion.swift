import ArgumentParser
import PeelFiles
import PeelOutput
import PeelScanning

extension CompletionKind {
  /// Photos, and folders.
  static let photos = pictures(Path.photoExtensions)
  /// Pictures that `peel explain` can write, and folders.
  static let explanations = pictures(["jpg", "jpeg", "png"])

  /// Names that `peel sheet` can write, and folders.
  static let sheets = pictures(["pdf", "jpg", "html"])

  /// Pictures with these endings, which cameras also write in capitals.
  private static func pictures(_ endings: Set<String>) -> CompletionKind {
    .file(extensions: endings.sorted().flatMap { [$0, $0.uppercased()] })
  }
}
