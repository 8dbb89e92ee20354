package import PeelImaging

extension Picture {
  /// Decodes a file to red, green and blue, upright, and without a detour over luma and chroma for PNGs that have them.
  ///
  /// - Throws: a `CodecError` that says why the bytes can't be decoded.
  package init(decoding bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) throws(CodecError) {
    if case .photo(.png) = FileKind(bytes), let picture = try PNGDecoder(limits: limits).picture(bytes) {
      self = picture
    } else {
      self = try PhotoFile(decoding: bytes, limits: limits).photo.picture()
    }
  }
}
