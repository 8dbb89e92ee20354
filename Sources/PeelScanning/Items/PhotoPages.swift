internal import PeelCodecs
package import PeelFiles

/// Why not all pages of a file are photos.
public enum PagesFault: Equatable, Sendable {
  /// After so many pages, the file leads back to an earlier one.
  case circle(pages: Int)
  /// There are more than so many.
  case tooMany(most: Int)
}

/// The photos in a file: its pages, in order. A file with one page, or that can't be read, is one photo. A file with too many
/// pages gives its first one. An error follows if there are pages that aren't given.
package func pages(in file: Path) -> [Result<Path, PhotoError>] {
  guard file.mayHavePages, let pages = TIFFPages(at: file) else { return [.success(file)] }
  let named = (1...pages.count).map { Result<Path, PhotoError>.success(file.page($0)) }
  switch pages.fault {
  case nil: return named
  case .circle: return named + [.failure(.pages(file, .circle(pages: pages.count)))]
  case .tooMany: return [.success(file), .failure(.pages(file, .tooMany(most: TIFFPages.most)))]
  }
}

extension Path {
  /// What means this photo alone in a list: of the first of several pages `x.tif#1`.
  package var alone: Path { page == nil && pages(in: self).count > 1 ? firstPageAlone : self }
}

extension TIFFPages {
  /// Finds the pages without reading the whole file. nil if it isn't a TIFF file, or can't be read.
  fileprivate init?(at path: Path) {
    do {
      let file = try Descriptor.file(at: path)
      let size = try file.status().size
      try self.init { (range: Range<Int>) throws(SystemError) in
        let there = range.clamped(to: 0..<size)
        if there.isEmpty { return [] }
        try file.seek(to: there.lowerBound)
        return try file.read(atMost: there.count)
      }
    } catch {
      return nil
    }
  }
}
