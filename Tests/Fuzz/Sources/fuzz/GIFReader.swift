/// Reads an animated GIF (GIF89a) as strictly as the specification lets a reader be. Any deviation ends the program.
struct GIFReader {
  private(set) var width = 0
  private(set) var height = 0
  /// The colours of each frame, three levels a pixel.
  private(set) var frames: [[UInt8]] = []
  /// How long each frame is shown, in hundredths of a second.
  private(set) var delays: [Int] = []

  private let bytes: [UInt8]
  private var place = 0
  private var palette: ArraySlice<UInt8> = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    precondition(take(6).elementsEqual("GIF89a".utf8), "the signature")
    (width, height) = (number(), number())
    let flags = byte()
    precondition(flags & 0x80 != 0, "there is one palette for all frames")
    _ = take(2)
    palette = take(3 << (Int(flags & 7) + 1))
    while true {
      switch byte() {
      case 0x21: readExtension()
      case 0x2C: readFrame()
      case 0x3B:
        precondition(place == bytes.count, "nothing follows the end")
        return
      case let other: preconditionFailure("a block of type \(other)")
      }
    }
  }

  private mutating func byte() -> UInt8 { take(1).first ?? 0 }

  private mutating func number() -> Int { Int(byte()) | Int(byte()) << 8 }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8> {
    precondition(place + count <= bytes.count, "the file is whole")
    defer { place += count }
    return bytes[place..<place + count]
  }

  private mutating func blocks() -> [UInt8] {
    var data: [UInt8] = []
    while true {
      let count = Int(byte())
      if count == 0 { return data }
      data += take(count)
    }
  }

  private mutating func readExtension() {
    switch byte() {
    case 0xF9:
      let data = blocks()
      precondition(data.count == 4 && delays.count == frames.count, "a control block of 4 bytes before each frame")
      delays.append(Int(data[1]) | Int(data[2]) << 8)
    case 0xFF:
      precondition(frames.isEmpty, "the animation repeats as a whole")
      precondition(blocks().elementsEqual(Array("NETSCAPE2.0".utf8) + [1, 0, 0]), "it repeats for ever")
    case let other: preconditionFailure("an extension of type \(other)")
    }
  }

  private mutating func readFrame() {
    precondition(delays.count == frames.count + 1, "each frame has a control block")
    let frame = (x: number(), y: number(), width: number(), height: number())
    precondition(frame == (0, 0, width, height), "a frame covers the screen")
    precondition(byte() == 0, "no palette of its own, no interlacing")
    let bits = Int(byte())
    precondition((2...8).contains(bits), "the size of the codes")
    let indices = Self.unpacked(blocks(), bits: bits)
    precondition(indices.count == width * height, "\(indices.count) pixels of \(width * height)")
    frames.append(indices.flatMap { palette[(palette.startIndex + 3 * Int($0))...].prefix(3) })
  }

  /// LZW (GIF89a, appendix F).
  static func unpacked(_ data: [UInt8], bits: Int) -> [UInt8] {
    let (clear, end, mostCodes) = (1 << bits, 1 << bits + 1, 4096)
    var table: [[UInt8]] = (0...end).map { $0 < clear ? [UInt8($0)] : [] }
    var output: [UInt8] = []
    var (buffer, count, width) = (0, 0, bits + 1)
    var last: [UInt8]?
    for (index, byte) in data.enumerated() {
      buffer |= Int(byte) << count
      count += 8
      while count >= width {
        let code = buffer & (1 << width - 1)
        buffer >>= width
        count -= width
        if code == end {
          precondition(index == data.count - 1 && buffer == 0, "nothing follows the end of a frame")
          return output
        }
        if code == clear {
          table.removeSubrange((end + 1)...)
          width = bits + 1
          last = nil
          continue
        }
        precondition(code < table.count || code == table.count && last != nil && code < mostCodes, "an unknown code")
        let string = code < table.count ? table[code] : (last ?? []) + (last ?? []).prefix(1)
        output += string
        if let last, table.count < mostCodes { table.append(last + string.prefix(1)) }
        if table.count == 1 << width, width < 12 { width += 1 }
        last = string
      }
    }
    preconditionFailure("a frame has no end")
  }
}
