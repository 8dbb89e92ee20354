package import PeelFiles

extension Path {
  /// The file name extensions of the formats that can be read, in lower case.
  package static let photoExtensions = rawExtensions.union([
    "jpg", "jpeg", "jpe", "jfif", "heic", "heif", "hif", "png", "tif", "tiff", "webp", "avif", "pdf",
  ])

  /// Those of cameras' raw files.
  private static let rawExtensions: Set<String> = [
    "3fr", "arw", "cr2", "cr3", "dng", "nef", "orf", "pef", "raf", "rw2", "srw",
  ]

  /// The extensions of pictures and documents that are neither read nor written, in lower case.
  private static let foreignExtensions: Set<String> = [
    "apng", "bmp", "eps", "exr", "gif", "ico", "j2k", "jp2", "jpf", "jpx", "jxl", "mpo", "pgm", "pnm", "ppm",
    "psb", "psd", "raw", "svg", "tga", "xcf",
  ]

  /// Whether the name ends like a photo's.
  package var hasPhotoExtension: Bool { hasExtension(in: Self.photoExtensions) }

  /// Whether the name ends like that of a camera's raw file.
  package var hasRawExtension: Bool { hasExtension(in: Self.rawExtensions) }

  /// Whether the name ends like a picture's or a document's, so that it can't mean a folder.
  var isNamedLikePicture: Bool {
    // With something before it, `.jpg` is an extension too.
    Path(bytes: [UInt8(ascii: "x")] + withoutEndingSlashes.name).hasExtension(
      in: Self.photoExtensions.union(Self.foreignExtensions))
  }

  package func hasExtension(in extensions: Set<String>) -> Bool {
    extensions.contains(String(decoding: stemAndExtension.fileExtension, as: UTF8.self).lowercased())
  }
}
