/// A page of a file that holds several photos. It is called after the file and its number: `page.tif#2`. The first page is
/// called like the file.
package struct Page: Hashable, Sendable {
  package let file: Path
  /// From 1.
  package let number: Int
}

/// Why a page of a file isn't a photo.
public enum PageFault: Equatable, Sendable {
  /// The file has fewer pages; so many.
  case missing(known: Int)
  /// It is none of the first pages of the file, and no more than so many are read.
  case beyond(most: Int)
  /// It is a document that opens only with a password.
  case encrypted
  /// It doesn't consist of one picture.
  case noPicture
  /// Its picture is coded in a way that isn't read, or has a mask.
  case coding
  /// The document is damaged.
  case damaged
  /// The library that reads documents isn't installed.
  case noLibrary
}

extension Path {
  /// The extensions of files that may hold several photos, in lower case.
  private static let pagedExtensions: Set<String> = ["tif", "tiff", "pdf"]
  private static let mark = UInt8(ascii: "#")
  /// No file has so many pages.
  private static let mostDigits = 9

  /// Whether the name is that of a file that may hold several photos.
  package var mayHavePages: Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return false }
    return Self.pagedExtensions.contains(String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
  }

  /// The page that has this name, by the name alone; nil if it isn't a page's.
  package var namedPage: Page? {
    guard let mark = bytes.lastIndex(of: Self.mark), bytes.count - mark - 1 <= Self.mostDigits else { return nil }
    let digits = bytes[(mark + 1)...]
    guard digits.first != UInt8(ascii: "0"), digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let number = Int(String(decoding: digits, as: UTF8.self))
    else { return nil }
    let file = Path(bytes: Array(bytes[..<mark]))
    return file.mayHavePages ? Page(file: file, number: number) : nil
  }

  /// The page that has this name; nil if it isn't a page's, or if a file has it.
  package var page: Page? { namedPage.flatMap { exists(self) ? nil : $0 } }

  /// The file to open for a photo: of a page, the one that it is in.
  package var file: Path { page?.file ?? self }

  /// The path of a page of this file.
  package func page(_ number: Int) -> Path { number == 1 ? self : numbered(number) }

  /// What means only the first page of this file, where its name means all pages.
  package var firstPageAlone: Path { numbered(1) }

  private func numbered(_ page: Int) -> Path { Path(bytes: bytes + [Self.mark] + Array("\(page)".utf8)) }
}
