import PeelWorkbench

/// A picture in sixels (DEC, VT330/VT340 Programmer Reference Manual, volume 2, chapter 14).
struct Sixel {
  let bytes: [UInt8]

  static let rows = 6
  /// The shortest run that is written with a count.
  private static let leastRun = 4
  /// The character of a sixel without pixels.
  private static let blank: UInt8 = 0x3F

  /// - Parameters:
  ///   - numbers: the number of each pixel's colour, row by row.
  ///   - definitions: what tells the terminal each colour.
  init(_ numbers: [UInt8], _ size: PixelSize, _ definitions: [[UInt8]]) {
    // Pixels that aren't drawn keep what they show.
    var bytes = Array("\u{1B}P0;1;0q\"1;1;\(size.width);\(size.height)".utf8)
    var isUsed = [Bool](repeating: false, count: 256)
    for number in numbers { isUsed[Int(number)] = true }
    for number in definitions.indices where isUsed[number] { bytes += definitions[number] }
    var band = Band(width: size.width)
    for top in stride(from: 0, to: size.height, by: Self.rows) {
      band.fill(numbers, from: top, height: min(Self.rows, size.height - top))
      band.append(to: &bytes)
      bytes.append(UInt8(ascii: "-"))
    }
    bytes += [0x1B, UInt8(ascii: "\\")]
    self.bytes = bytes
  }

  /// What tells the terminal which colour a number stands for.
  static func definition(of number: Int, _ colour: Colour) -> [UInt8] {
    func percent(_ level: UInt8) -> Int { (Int(level) * 100 + 127) / 255 }
    return Array("#\(number);2;\(percent(colour.red));\(percent(colour.green));\(percent(colour.blue))".utf8)
  }

  /// Six rows of pixels.
  private struct Band {
    let width: Int
    /// The words of a colour, each of the sixels of eight columns, the left one in the lowest byte. The top pixel of a
    /// sixel is in its lowest bit.
    private let wordCount: Int
    private var words: [UInt64]
    /// A bit for each colour that is present.
    private var present = InlineArray<4, UInt64>(repeating: 0)

    init(width: Int) {
      self.width = width
      wordCount = (width + 7) / 8
      words = Array(repeating: 0, count: 256 * wordCount)
    }

    private func isPresent(_ number: Int) -> Bool { present[number >> 6] >> UInt64(number & 63) & 1 == 1 }

    mutating func fill(_ numbers: [UInt8], from top: Int, height: Int) {
      let (width, wordCount) = (width, wordCount)
      for number in 0..<256 where isPresent(number) {
        for index in number * wordCount..<(number + 1) * wordCount { words[index] = 0 }
      }
      var present = InlineArray<4, UInt64>(repeating: 0)
      defer { self.present = present }
      var words = words.mutableSpan
      for row in 0..<height {
        let numbers = numbers.span.extracting((top + row) * width..<(top + row + 1) * width)
        for x in numbers.indices {
          let number = Int(numbers[x])
          present[number >> 6] |= 1 << UInt64(number & 63)
          words[number &* wordCount &+ x >> 3] |= 1 << UInt64((x & 7) << 3 | row)
        }
      }
    }

    func append(to bytes: inout [UInt8]) {
      var isFirst = true
      for number in 0..<256 where isPresent(number) {
        if !isFirst { bytes.append(UInt8(ascii: "$")) }
        isFirst = false
        bytes.append(UInt8(ascii: "#"))
        Sixel.append(number, to: &bytes)
        var (bits, columns): (UInt8, Range<Int>) = (0, 0..<0)
        for index in 0..<wordCount {
          var word = words[number * wordCount + index]
          while word != 0 {
            let shift = word.trailingZeroBitCount & ~7
            let (sixel, column) = (UInt8(truncatingIfNeeded: word >> UInt64(shift)), index << 3 | shift >> 3)
            word &= ~(255 << UInt64(shift))
            if column == columns.upperBound, sixel == bits {
              columns = columns.lowerBound..<column + 1
              continue
            }
            Sixel.append(bits, columns.count, to: &bytes)
            Sixel.append(0, column - columns.upperBound, to: &bytes)
            (bits, columns) = (sixel, column..<column + 1)
          }
        }
        Sixel.append(bits, columns.count, to: &bytes)
      }
    }
  }

  private static func append(_ bits: UInt8, _ length: Int, to bytes: inout [UInt8]) {
    if length < leastRun {
      for _ in 0..<length { bytes.append(blank + bits) }
    } else {
      bytes.append(UInt8(ascii: "!"))
      append(length, to: &bytes)
      bytes.append(blank + bits)
    }
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    if number >= 10 { append(number / 10, to: &bytes) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
