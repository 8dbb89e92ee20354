package import PeelImaging

/// An animated PNG (PNG, third edition, section 11.3.6) that shows pictures in turn for ever.
package struct AnimatedPNG: Sendable {
  /// How long each picture is shown, in milliseconds.
  package var delay: Int

  /// An animation that shows each picture for so many milliseconds.
  package init(delay: Int) { self.delay = delay }

  /// Encodes the pictures, which have one size.
  ///
  /// - Throws: `tooLarge` or `outOfMemory`.
  package func encoded(_ pictures: [Picture]) throws(CodecError) -> [UInt8] {
    var file = PNGChunks.signature
    var sequence: UInt32 = 0
    func next() -> [UInt8] {
      defer { sequence += 1 }
      return PNGChunks.bigEndian(sequence)
    }
    for (number, picture) in pictures.enumerated() {
      let still = PNGChunks(try PNGEncoder()(picture), keepsRepeated: true)
      if number == 0 {
        for chunk in still.chunks where !["IDAT", "IEND"].contains(chunk.type) { file += still.bytes[chunk.whole] }
        // The number of frames, and of times to play them, 0 for ever.
        file += PNGChunks.encoded(
          "acTL", PNGChunks.bigEndian(UInt32(clamping: pictures.count)) + PNGChunks.bigEndian(0))
      }
      let size = [picture.width, picture.height, 0, 0].flatMap { PNGChunks.bigEndian(UInt32(clamping: $0)) }
      let time = [delay, 1000].flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
      // The frame stays, and replaces what was there.
      file += PNGChunks.encoded("fcTL", next() + size + time + [0, 0])
      for chunk in still.chunks where chunk.type == "IDAT" {
        file +=
          number == 0
          ? Array(still.bytes[chunk.whole]) : PNGChunks.encoded("fdAT", next() + Array(still.bytes[chunk.data]))
      }
    }
    return file + PNGChunks.encoded("IEND", [])
  }
}
