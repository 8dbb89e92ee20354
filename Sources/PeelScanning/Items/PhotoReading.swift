public import PeelCodecs
package import PeelFiles
internal import PeelImaging
internal import PeelPlatform

/// The limits on photo files.
package enum PhotoLimits {
  /// The largest file, in bytes. The largest phone photos have 50 MB.
  package static let bytes = 512 << 20
  /// The size up to which a file is read without a look at the memory, in bytes.
  static let ordinaryBytes = 32 << 20
  /// The smallest shorter side of a photo, in pixels. A print needs about 100 to stand out from its background.
  package static let shortSide = 64
}

extension PhotoFile {
  /// Reads and decodes a photo.
  ///
  /// - Parameters:
  ///   - path: a JPEG, HEIC, PNG, TIFF, WebP, AVIF or raw file; its content tells which. `-` is standard input.
  ///   - limits: how large the photo may be.
  public init(_ path: String, limits: DecodingLimits = DecodingLimits()) throws(PhotoError) {
    try self.init(Path(path), limits: limits)
  }

  /// Reads and decodes a photo.
  ///
  /// - Parameters:
  ///   - isLumaOnly: leaves out the colours.
  ///   - keepsDepth: keeps 16 bits per sample if the file has more than 8.
  ///   - limits: how large the photo may be.
  package init(
    _ path: Path, isLumaOnly: Bool = false, keepsDepth: Bool = false, limits: DecodingLimits = DecodingLimits()
  ) throws(PhotoError) {
    let bytes = try mapping(PhotoError.file, photoBytes(at: path, memory: limits.bytes))
    try self.init(bytes, of: path, isLumaOnly: isLumaOnly, keepsDepth: keepsDepth, limits: limits)
    name = path.shownName
  }

  /// Decodes the bytes of a photo's file. The errors name `path`.
  package init(
    _ bytes: consuming [UInt8], of path: Path, isLumaOnly: Bool = false, keepsDepth: Bool = false,
    limits: DecodingLimits = DecodingLimits()
  ) throws(PhotoError) {
    do {
      try self.init(decoding: bytes, isLumaOnly: isLumaOnly, keepsDepth: keepsDepth, limits: limits)
    } catch {
      throw .codec(path, error)
    }
    // The others are photos of their own, but for those on standard input, which have no names.
    if path == .standardInput, hasMorePages || isPageOfDocumentOnStandardInput {
      warnings.append("it has several pages; this is the first")
    }
    if min(photo.width, photo.height) < PhotoLimits.shortSide {
      throw .tooSmall(path, width: photo.width, height: photo.height)
    }
  }
}

/// The bytes of a photo's file, or of standard input. Those of a page are such as a file of its own would have. Throws if
/// the file changes while it is read.
///
/// - Parameter memory: the most memory that the photo may take, in bytes. A larger file isn't read unless it is an ordinary
///   one, nor one that is larger than what the machine has left.
package func photoBytes(at path: Path, memory: Int = .max) throws(FileError) -> [UInt8] {
  let isFile = path != .standardInput
  let page = isFile ? path.page : nil
  let bytes =
    isFile
    ? try mapping(
      { (error: FileError) in FileError(error.fault, path, reason: error.reason) },
      wholeFile(at: page?.file ?? path, memory: memory)) : try photoBytesOnStandardInput()
  if PDFPages.areIn(bytes) {
    return try mapping(
      { (fault: PDFPages.Fault) in FileError(fault, path, memory: memory) },
      PDFPages.page(page?.number ?? 1, of: bytes, memory: memory))
  }
  let pages = isFile ? TIFFPages(in: bytes) : nil
  let (number, count) = (page?.number ?? 1, pages?.count ?? 1)
  if number > count {
    throw FileError(.page(pages?.fault == .tooMany ? .beyond(most: TIFFPages.most) : .missing(known: count)), path)
  }
  guard let pages, count > 1 else { return bytes }
  return pages.page(number, of: bytes)
}

extension FileError {
  fileprivate init(_ fault: PDFPages.Fault, _ path: Path, memory: Int) {
    let own: Fault =
      switch fault {
      case .missingLibrary: .page(.noLibrary)
      case .encrypted: .page(.encrypted)
      case .noPage(let known): .page(.missing(known: known))
      case .tooMany: .page(.beyond(most: PDFPages.most))
      case .noPicture: .page(.noPicture)
      case .coding: .page(.coding)
      case .damaged: .page(.damaged)
      case .outOfMemory: .unreadable
      case .needsMemory(let bytes): .needsMemory(bytes: bytes, limit: memory)
      }
    self.init(own, path, reason: own == .unreadable ? "there is not enough memory" : "")
  }
}

func wholeFile(at path: Path, memory: Int) throws(FileError) -> [UInt8] {
  let file = try Descriptor.file(at: path)
  let refusal: FileError
  do throws(SystemError) {
    let status = try file.status()
    // What an ordinary file needs, its header tells better.
    let limit = status.size > PhotoLimits.ordinaryBytes ? min(memory, FreeMemory.bytes ?? .max) : .max
    if status.size > PhotoLimits.bytes {
      refusal = FileError(.tooBig(bytes: status.size), path)
    } else if status.size > limit {
      refusal = FileError(.needsMemory(bytes: status.size, limit: limit), path)
    } else if let bytes = try file.bytes(limit: PhotoLimits.bytes) {
      if bytes.count == status.size, try file.status() == status { return bytes }
      refusal = FileError(.changing, path)
    } else {
      refusal = FileError(.tooBig(bytes: PhotoLimits.bytes), path)
    }
  } catch {
    refusal = FileError(.unreadable, path, reason: error.reason)
  }
  throw refusal
}

/// When a photo was taken, as `Exif.time`, without decoding it; nil if its file doesn't tell.
///
/// - Parameter memory: the most memory that the photo may take, in bytes.
func timeTaken(ofPhotoAt path: Path, memory: Int) -> Double? {
  if path != .standardInput, path.page == nil, let beginning = try? Descriptor(reading: path).read(atMost: Exif.reach),
    let exif = Exif.inBeginning(beginning)
  {
    return exif?.time
  }
  return (try? photoBytes(at: path, memory: memory)).flatMap { Exif(inPhoto: $0)?.time }
}

private func photoBytesOnStandardInput() throws(FileError) -> [UInt8] {
  let bytes = try mapping(
    { (error: SystemError) in FileError(.unreadable, .standardInput, reason: error.reason) },
    StandardInput.bytes(limit: PhotoLimits.bytes))
  guard let bytes else { throw FileError(.tooBig(bytes: PhotoLimits.bytes), .standardInput) }
  return bytes
}

/// Whether standard input is a document with several pages.
private var isPageOfDocumentOnStandardInput: Bool {
  guard let bytes = try? photoBytesOnStandardInput(), PDFPages.areIn(bytes) else { return false }
  return ((try? PDFPages.count(bytes)) ?? 1) > 1
}

/// The digest of a file, which is read in blocks, of a page, or of standard input.
///
/// - Parameter limit: the most bytes.
package func digest(ofFileAt path: Path, limit: Int = PhotoLimits.bytes) throws(FileError) -> Digest {
  if path == .standardInput || path.isPage { return Digest(try photoBytes(at: path)) }
  do throws(SystemError) {
    let file = try Descriptor(reading: path)
    let status = try file.status()
    guard status.kind == .file else { throw SystemError(code: EINVAL) }
    if status.size <= limit { return try file.digest() }
    throw SystemError(code: EFBIG)
  } catch {
    throw FileError(error.code == ENOENT ? .missing : .unreadable, path, reason: error.reason)
  }
}
