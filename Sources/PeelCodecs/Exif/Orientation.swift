internal import PeelImaging

/// How the stored pixels must be turned to be upright, with the numbers of EXIF and TIFF 6.0.
package enum Orientation: Int, Sendable, CaseIterable {
  /// As stored.
  case upright = 1
  /// Mirrored left to right.
  case mirrored
  /// Rotated by 180°.
  case rotated180
  /// Mirrored top to bottom.
  case flipped
  /// Rows and columns swapped.
  case transposed
  /// Rotated clockwise by 90°.
  case rotated90
  /// Rows and columns swapped, and rotated by 180°.
  case transversed
  /// Rotated clockwise by 270°.
  case rotated270

  /// Whether the upright picture's columns are the stored picture's rows.
  var swapsSides: Bool { rawValue >= 5 }
  /// Whether the upright picture's first pixel is at the stored picture's right edge.
  var startsRight: Bool { [.mirrored, .rotated180, .transversed, .rotated270].contains(self) }
  /// Whether the upright picture's first pixel is at the stored picture's bottom edge.
  var startsBelow: Bool { [.rotated180, .flipped, .rotated90, .transversed].contains(self) }
}

extension Plane<UInt8> {
  /// The plane turned upright.
  func turned(_ orientation: Orientation) -> Plane<UInt8> {
    if orientation == .upright { return self }
    return orientation.swapsSides ? sidesSwapped(orientation) : sidesKept(orientation)
  }

  private func sidesKept(_ orientation: Orientation) -> Plane<UInt8> {
    unsafe filled(width: width, height: height) { source, target in
      for y in 0..<height {
        let from = unsafe source + width * (orientation.startsBelow ? height - 1 - y : y)
        let to = unsafe target + width * y
        guard orientation.startsRight else {
          unsafe to.copyMemory(from: from, byteCount: width)
          continue
        }
        let whole = width - width % Self.block
        for x in stride(from: 0, to: whole, by: Self.block) {
          let eight = unsafe from.loadUnaligned(fromByteOffset: width - Self.block - x, as: UInt64.self)
          unsafe to.storeBytes(of: eight.byteSwapped, toByteOffset: x, as: UInt64.self)
        }
        for x in whole..<width {
          unsafe to.storeBytes(
            of: from.load(fromByteOffset: width - 1 - x, as: UInt8.self), toByteOffset: x, as: UInt8.self)
        }
      }
    }
  }

  /// Transposes blocks of 8 × 8 samples, in tiles that stay in the first-level cache.
  private func sidesSwapped(_ orientation: Orientation) -> Plane<UInt8> {
    let (across, down) = (height, width)
    let (wholeAcross, wholeDown) = (across - across % Self.block, down - down % Self.block)
    return unsafe filled(width: across, height: down) { source, target in
      func rowStart(_ x: Int) -> Int { width * (orientation.startsBelow ? height - 1 - x : x) }
      func copySample(_ x: Int, _ y: Int) {
        let sample = unsafe source.load(
          fromByteOffset: rowStart(x) + (orientation.startsRight ? width - 1 - y : y), as: UInt8.self)
        unsafe target.storeBytes(of: sample, toByteOffset: y * across + x, as: UInt8.self)
      }
      func copyBlock(_ x: Int, _ y: Int) {
        let column = orientation.startsRight ? width - Self.block - y : y
        func row(_ i: Int) -> UInt64 {
          let row = unsafe UInt64(
            littleEndian: source.loadUnaligned(fromByteOffset: rowStart(x + i) + column, as: UInt64.self))
          return orientation.startsRight ? row.byteSwapped : row
        }
        func put(_ column: UInt64, _ i: Int) {
          unsafe target.storeBytes(of: column.littleEndian, toByteOffset: (y + i) * across + x, as: UInt64.self)
        }
        var (a, b, c, d) = (row(0), row(1), row(2), row(3))
        var (e, f, g, h) = (row(4), row(5), row(6), row(7))
        Self.exchange(&a, &b, &c, &d, &e, &f, &g, &h)
        put(a, 0)
        put(b, 1)
        put(c, 2)
        put(d, 3)
        put(e, 4)
        put(f, 5)
        put(g, 6)
        put(h, 7)
      }
      for tileY in stride(from: 0, to: wholeDown, by: Self.tile) {
        for tileX in stride(from: 0, to: wholeAcross, by: Self.tile) {
          for y in stride(from: tileY, to: min(tileY + Self.tile, wholeDown), by: Self.block) {
            for x in stride(from: tileX, to: min(tileX + Self.tile, wholeAcross), by: Self.block) { copyBlock(x, y) }
          }
        }
      }
      for y in 0..<down {
        for x in (y < wholeDown ? wholeAcross : 0)..<across { copySample(x, y) }
      }
    }
  }

  private static var block: Int { 8 }
  private static var tile: Int { 64 }

  /// Makes rows of eight bytes, lowest first, into columns: halves of the block, then quarters, then single bytes change
  /// places (Warren, Hacker's Delight, 7-3).
  @inline(__always)
  private static func exchange(
    _ a: inout UInt64, _ b: inout UInt64, _ c: inout UInt64, _ d: inout UInt64,
    _ e: inout UInt64, _ f: inout UInt64, _ g: inout UInt64, _ h: inout UInt64
  ) {
    func swap(_ one: inout UInt64, _ other: inout UInt64, _ bits: UInt64, _ mask: UInt64) {
      let change = ((one >> bits) ^ other) & mask
      one ^= change << bits
      other ^= change
    }
    let halves: UInt64 = 0x0000_0000_FFFF_FFFF
    swap(&a, &e, 32, halves)
    swap(&b, &f, 32, halves)
    swap(&c, &g, 32, halves)
    swap(&d, &h, 32, halves)
    let quarters: UInt64 = 0x0000_FFFF_0000_FFFF
    swap(&a, &c, 16, quarters)
    swap(&b, &d, 16, quarters)
    swap(&e, &g, 16, quarters)
    swap(&f, &h, 16, quarters)
    let bytes: UInt64 = 0x00FF_00FF_00FF_00FF
    swap(&a, &b, 8, bytes)
    swap(&c, &d, 8, bytes)
    swap(&e, &f, 8, bytes)
    swap(&g, &h, 8, bytes)
  }

  /// A plane whose samples are written by `fill`.
  private func filled(
    width: Int, height: Int, by fill: (_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) -> Void
  ) -> Plane<UInt8> {
    let turned = unsafe [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
      unsafe samples.withUnsafeBytes { source in
        guard let source = source.baseAddress, let target = target.baseAddress else { return }
        unsafe fill(source, UnsafeMutableRawPointer(target))
        count = width * height
      }
    }
    return Plane(width: width, height: height, samples: turned)
  }
}

extension Plane<UInt16> {
  /// The plane turned upright. Its high and low bytes are turned separately.
  func turned(_ orientation: Orientation) -> Plane<UInt16> {
    if orientation == .upright { return self }
    func half(_ shift: UInt16) -> Plane<UInt8> {
      Plane<UInt8>(width: width, height: height) { y, output in
        let row = row(y)
        for x in row.indices { output.append(UInt8(truncatingIfNeeded: row[x] >> shift)) }
      }.turned(orientation)
    }
    let (high, low) = (half(8), half(0))
    return Plane(width: high.width, height: high.height) { y, output in
      let high = high.row(y)
      let low = low.row(y)
      for x in high.indices { output.append(UInt16(high[x]) << 8 | UInt16(low[x])) }
    }
  }
}

extension Plane {
  /// The plane cropped to these columns and rows.
  fileprivate func cut(x: Range<Int>, y: Range<Int>) -> Plane {
    Plane(width: x.count, height: y.count) { row, output in
      let row = self.row(y.lowerBound + row)
      for x in x { output.append(row[x]) }
    }
  }
}

extension Photo {
  /// The photo turned upright.
  func turned(_ orientation: Orientation) -> Photo {
    if orientation == .upright { return self }
    var photo = self
    photo.luma = luma.turned(orientation)
    photo.chroma = chroma?.turned(orientation, photoWidth: width, photoHeight: height)
    photo.deep = deep.map { deep in
      DeepPlanes(
        luma: deep.luma.turned(orientation),
        chroma: deep.chroma.map { ($0.blue.turned(orientation), $0.red.turned(orientation)) })
    }
    return photo
  }

  /// The photo cropped to these columns and rows; the whole photo if they are outside it.
  func cut(x: Range<Int>, y: Range<Int>) -> Photo {
    let (x, y) = (x.clamped(to: 0..<width), y.clamped(to: 0..<height))
    guard !x.isEmpty, !y.isEmpty else { return self }
    var photo = self
    photo.luma = luma.cut(x: x, y: y)
    if let deep { photo.deep = DeepPlanes(luma: deep.luma.cut(x: x, y: y)) }
    guard let chroma else { return photo }
    func samples(_ range: Range<Int>, _ origin: Int, _ scale: Int) -> Range<Int> {
      (range.lowerBound - origin) / scale..<(range.upperBound - 1 - origin) / scale + 1
    }
    let columns = samples(x, chroma.origin.x, chroma.scale.x)
    let rows = samples(y, chroma.origin.y, chroma.scale.y)
    photo.chroma = Chroma(
      blue: chroma.blue.cut(x: columns, y: rows), red: chroma.red.cut(x: columns, y: rows), scale: chroma.scale,
      origin: (
        chroma.origin.x + columns.lowerBound * chroma.scale.x - x.lowerBound,
        chroma.origin.y + rows.lowerBound * chroma.scale.y - y.lowerBound
      ))
    photo.deep?.chroma = deep?.chroma.map { ($0.blue.cut(x: columns, y: rows), $0.red.cut(x: columns, y: rows)) }
    return photo
  }
}

extension Chroma {
  /// Chroma samples may extend beyond the right and bottom edges. If those become the left or top edge, the origin moves
  /// outside the photo.
  fileprivate func turned(_ orientation: Orientation, photoWidth: Int, photoHeight: Int) -> Chroma {
    let x = orientation.startsRight ? photoWidth - (origin.x + blue.width * scale.x) : origin.x
    let y = orientation.startsBelow ? photoHeight - (origin.y + blue.height * scale.y) : origin.y
    return Chroma(
      blue: blue.turned(orientation), red: red.turned(orientation),
      scale: orientation.swapsSides ? (scale.y, scale.x) : scale,
      origin: orientation.swapsSides ? (y, x) : (x, y))
  }
}
