package import PeelImaging

extension DepthMap {
  /// The map as a grey PNG with 16 bits per sample, white for near.
  ///
  /// - Throws: `outOfMemory`.
  package func png() throws(CodecError) -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity((2 * nearness.width + 1) * nearness.height)
    for y in 0..<nearness.height {
      // The filter Sub: each sample less the one to its left, byte by byte (ISO/IEC 15948, section 9.2).
      rows.append(1)
      let row = nearness.row(y)
      var last: UInt16 = 0
      for x in row.indices {
        rows.append(UInt8(row[x] >> 8) &- UInt8(last >> 8))
        rows.append(UInt8(truncatingIfNeeded: row[x]) &- UInt8(truncatingIfNeeded: last))
        last = row[x]
      }
    }
    let size = [nearness.width, nearness.height].flatMap { PNGChunks.bigEndian(UInt32(clamping: $0)) }
    // 16 bits, grey, and the only methods of compression, filtering and interlacing.
    return PNGChunks.signature + PNGChunks.encoded("IHDR", size + [16, 0, 0, 0, 0])
      + PNGChunks.encoded("IDAT", try PNGEncoder.deflated(rows)) + PNGChunks.encoded("IEND", [])
  }
}
