import Foundation

/// Files that tests need and the program never writes.
package enum Truth {
  package static func path(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Truth/\(name)").path(percentEncoded: false)
  }
}
