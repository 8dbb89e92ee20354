internal import PeelCodecs
package import PeelFiles
internal import PeelOutput

/// Why not all pages of a file are photos.
public enum PagesFault: Equatable, Sendable {
  /// After so many pages, the file leads back to an earlier one.
  case circle(pages: Int)
  /// There are more than so many.
  case tooMany(most: Int)
}

/// The photos in a file: its pages, in order. A file with one page, or that can't be read, is one photo. A file with too many
/// pages is an error; if they lead back to an earlier one, an error follows those before.
package func pages(in file: Path) -> [Result<Path, PhotoError>] {
  guard file.mayHavePages else { return [.success(file)] }
  func named(_ count: Int) -> [Result<Path, PhotoError>] { (1...max(1, count)).map { .success(file.page($0)) } }
  func tooMany(_ most: Int) -> [Result<Path, PhotoError>] { [.failure(.pages(file, .tooMany(most: most)))] }
  if file.isDocument {
    do throws(PDFPages.Fault) {
      return named(try (try? wholeFile(at: file, memory: .max)).map(PDFPages.count) ?? 1)
    } catch {
      return error == .tooMany ? tooMany(PDFPages.most) : [.success(file)]
    }
  }
  guard let pages = TIFFPages(at: file) else { return [.success(file)] }
  switch pages.fault {
  case nil: return named(pages.count)
  case .circle: return named(pages.count) + [.failure(.pages(file, .circle(pages: pages.count)))]
  case .tooMany: return tooMany(TIFFPages.most)
  }
}

extension Path {
  /// What means this photo alone in a list: of the first of several pages `x.tif#1`.
  package var alone: Path { page == nil && pages(in: self).count > 1 ? firstPageAlone : self }

  /// Whether the photo is a page of a file, be it the first, so that its bytes aren't those of the file.
  var isPage: Bool { page != nil || isDocument || (TIFFPages(at: self)?.count ?? 1) > 1 }

  /// Whether the file begins like a PDF document.
  var isDocument: Bool { (try? Descriptor(reading: self).beginning(8)).map(PDFPages.areIn) ?? false }

  /// Whether a file with this name that is in a folder is a photo: a document is if its first page is a picture, and if it
  /// isn't a sheet that peel made.
  var isPhotoInFolder: Bool {
    guard hasExtension(in: ["pdf"]) else { return true }
    guard let bytes = try? wholeFile(at: self, memory: .max), PDFPages.areIn(bytes) else { return false }
    return bytes.firstRange(of: PDFSheet.mark) == nil && PDFPages.beginWithPicture(bytes)
  }
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
