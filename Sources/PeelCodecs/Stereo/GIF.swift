package import PeelImaging

/// An animated GIF (GIF89a) that shows pictures in turn for ever, with at most 256 colours for all of them.
package struct AnimatedGIF: Sendable {
  /// How long each picture is shown, in milliseconds. It is rounded to hundredths of a second.
  package var delay: Int

  /// An animation that shows each picture for so many milliseconds.
  package init(delay: Int) { self.delay = delay }

  /// GIF's longest side in pixels.
  private static let longestSide = 65_535

  /// Encodes the pictures, which have one size.
  ///
  /// - Throws: `tooLarge`.
  package func encoded(_ pictures: [Picture]) throws(CodecError) -> [UInt8] {
    guard let first = pictures.first, (1...Self.longestSide).contains(first.width),
      (1...Self.longestSide).contains(first.height)
    else { throw .tooLarge(width: pictures.first?.width ?? 0, height: pictures.first?.height ?? 0) }
    let palette = GIFPalette(of: pictures)
    let size = littleEndian(first.width) + littleEndian(first.height)
    // A palette of 256 colours for all pictures.
    var file = Array("GIF89a".utf8) + size + [0xF7, 0, 0] + palette.bytes
    // Netscape's extension: play for ever.
    file += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    for picture in pictures {
      // The picture stays until the next replaces it.
      file += [0x21, 0xF9, 4, 0x04] + littleEndian(max(delay / 10, 1)) + [0, 0]
      file += [0x2C, 0, 0, 0, 0] + size + [0, 8]
      let packed = LZW.packed(palette.indices(of: picture))
      for start in stride(from: 0, to: packed.count, by: 255) {
        let block = packed[start..<min(start + 255, packed.count)]
        file.append(UInt8(block.count))
        file += block
      }
      file.append(0)
    }
    return file + [0x3B]
  }

  private func littleEndian(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }
}

/// At most 256 colours for some pictures, by median cut (Heckbert 1982) over colours of 5 bits per channel.
private struct GIFPalette {
  private var colours: [SIMD3<Int32>] = []
  /// The nearest colour of each colour with 5 bits per channel.
  private var nearest: [UInt8] = []

  private static let bits = 5
  private static let most = 256

  private struct Bin {
    var colour: SIMD3<Int32>
    var count: Int
  }

  init(of pictures: [Picture]) {
    var counts = [Int](repeating: 0, count: 1 << (3 * Self.bits))
    for picture in pictures {
      for i in stride(from: 0, to: picture.samples.count, by: 3) {
        let s = picture.samples
        counts[Self.key(SIMD3(Int32(s[i]), Int32(s[i + 1]), Int32(s[i + 2])))] += 1
      }
    }
    let bins = counts.indices.filter { counts[$0] > 0 }.map { Bin(colour: Self.colour($0), count: counts[$0]) }
    var boxes = [bins[...]]
    while boxes.count < Self.most {
      let spreads = boxes.map { Self.spread($0) }
      guard let widest = spreads.indices.max(by: { spreads[$0].weight < spreads[$1].weight }),
        spreads[widest].weight > 0
      else { break }
      let box = boxes[widest].sorted { $0.colour[spreads[widest].channel] < $1.colour[spreads[widest].channel] }
      let half = box.reduce(0) { $0 + $1.count } / 2
      var (cut, sum) = (0, 0)
      while cut < box.count - 1, sum + box[cut].count <= half || cut == 0 {
        sum += box[cut].count
        cut += 1
      }
      boxes[widest] = box[..<cut]
      boxes.append(box[cut...])
    }
    colours = boxes.map { box in
      let count = max(box.reduce(0) { $0 + $1.count }, 1)
      let sum = box.reduce(SIMD3<Int>()) { $0 &+ SIMD3<Int>(truncatingIfNeeded: $1.colour) &* $1.count }
      return SIMD3<Int32>(truncatingIfNeeded: SIMD3(sum.x / count, sum.y / count, sum.z / count))
    }
    nearest = counts.indices.map { key in
      let colour = Self.colour(key)
      func distance(_ other: SIMD3<Int32>) -> Int32 {
        let difference = colour &- other
        return (difference &* difference).wrappedSum()
      }
      return UInt8(clamping: colours.indices.min { distance(colours[$0]) < distance(colours[$1]) } ?? 0)
    }
  }

  /// A box's channel with the widest range, and that range weighted by the number of pixels.
  private static func spread(_ box: ArraySlice<Bin>) -> (channel: Int, weight: Double) {
    guard box.count > 1, var least = box.first?.colour else { return (0, 0) }
    var most = least
    for bin in box {
      least = pointwiseMin(least, bin.colour)
      most = pointwiseMax(most, bin.colour)
    }
    let range = most &- least
    let channel = (0..<3).max { range[$0] < range[$1] } ?? 0
    return (channel, Double(range[channel]) * Double(box.reduce(0) { $0 + $1.count }).squareRoot())
  }

  private static func key(_ colour: SIMD3<Int32>) -> Int {
    let short = colour &>> Int32(8 - bits)
    return Int(short.x << 10 | short.y << 5 | short.z)
  }

  /// The middle of a key's colours.
  private static func colour(_ key: Int) -> SIMD3<Int32> {
    let mask = 1 << bits - 1
    return SIMD3(Int32(key >> 10 & mask), Int32(key >> 5 & mask), Int32(key & mask)) &<< 3 &+ 4
  }

  /// The colours as a file has them, filled up with black.
  var bytes: [UInt8] {
    let levels = colours.flatMap { [UInt8(clamping: $0.x), UInt8(clamping: $0.y), UInt8(clamping: $0.z)] }
    return levels + Array(repeating: 0, count: 3 * Self.most - levels.count)
  }

  /// The colour of each pixel, with the error spread to its neighbours (Floyd and Steinberg 1976).
  func indices(of picture: Picture) -> [UInt8] {
    let width = picture.width
    var indices: [UInt8] = []
    indices.reserveCapacity(width * picture.height)
    let none = [SIMD3<Int32>](repeating: SIMD3(), count: width + 2)
    var (errors, next) = (none, none)
    for y in 0..<picture.height {
      for x in 0..<width {
        let i = 3 * (y * width + x)
        let own = SIMD3(Int32(picture.samples[i]), Int32(picture.samples[i + 1]), Int32(picture.samples[i + 2]))
        let wanted = (own &+ errors[x + 1] / 16).clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 255))
        let index = nearest[Self.key(wanted)]
        let error = wanted &- colours[Int(index)]
        errors[x + 2] &+= error &* 7
        next[x] &+= error &* 3
        next[x + 1] &+= error &* 5
        next[x + 2] &+= error
        indices.append(index)
      }
      (errors, next) = (next, none)
    }
    return indices
  }
}

/// GIF's compression: LZW with codes of 9 to 12 bits, lowest bit first.
enum LZW {
  private static let clear = 256, end = 257, mostCodes = 4096

  static func packed(_ indices: [UInt8]) -> [UInt8] {
    var packed: [UInt8] = []
    var (bits, count): (UInt32, UInt32) = (0, 0)
    var width: UInt32 = 9
    func write(_ code: Int) {
      bits |= UInt32(code) << count
      count += width
      while count >= 8 {
        packed.append(UInt8(truncatingIfNeeded: bits))
        bits >>= 8
        count -= 8
      }
    }
    // The code of each known string that continues another, by that one's code and the next index; 0 if unknown.
    var table = [UInt16](repeating: 0, count: mostCodes << 8)
    var free = end + 1
    write(clear)
    var string: Int?
    for index in indices {
      guard let known = string else {
        string = Int(index)
        continue
      }
      let key = known << 8 | Int(index)
      if table[key] != 0 {
        string = Int(table[key])
        continue
      }
      write(known)
      if free < mostCodes {
        table[key] = UInt16(free)
        if free == 1 << width, width < 12 { width += 1 }
        free += 1
      } else {
        write(clear)
        table = [UInt16](repeating: 0, count: mostCodes << 8)
        free = end + 1
        width = 9
      }
      string = Int(index)
    }
    if let string { write(string) }
    write(end)
    if count > 0 { packed.append(UInt8(truncatingIfNeeded: bits)) }
    return packed
  }
}
