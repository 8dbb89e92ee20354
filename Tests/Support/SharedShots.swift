import Foundation

/// Photos that lie beside the repository on some machines.
package enum SharedShots {
  private static let url = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared/photos").standardizedFileURL

  package static var arePresent: Bool {
    ["glare", "real2"].allSatisfy { FileManager.default.fileExists(atPath: url.appending(path: $0).path()) }
  }

  /// The path of a photo, given without its extension.
  package static func path(_ name: String) -> String { url.appending(path: name + ".jpg").path(percentEncoded: false) }
}
