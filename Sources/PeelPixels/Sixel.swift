import PeelWorkbench

/// A picture in sixels (DEC, VT330/VT340 Programmer Reference Manual, volume 2, chapter 14).
struct Sixel {
  let bytes: [UInt8]

  /// The rows of a sixel.
  static let rows = 6
  /// The shortest run that is written with a count.
  private static let leastRun = 4
  /// The character of a sixel without pixels.
  private static let blank: UInt8 = 0x3F

  /// - Parameters:
  ///   - numbers: the number of each pixel's colour, row by row.
  ///   - colours: the palette.
  init(_ numbers: [UInt8], _ size: PixelSize, _ colours: [Colour]) {
    // Pixels that aren't drawn keep what they show.
    var bytes = Array("\u{1B}P0;1;0q\"1;1;\(size.width);\(size.height)".utf8)
    var isUsed = [Bool](repeating: false, count: 256)
    for number in numbers { isUsed[Int(number)] = true }
    for (number, colour) in colours.enumerated() where isUsed[number] {
      func percent(_ level: UInt8) -> Int { (Int(level) * 100 + 127) / 255 }
      bytes += "#\(number);2;\(percent(colour.red));\(percent(colour.green));\(percent(colour.blue))".utf8
    }
    var band = Band(width: size.width)
    for top in stride(from: 0, to: size.height, by: Self.rows) {
      band.fill(numbers, from: top, height: min(Self.rows, size.height - top))
      band.append(to: &bytes)
      bytes.append(UInt8(ascii: "-"))
    }
    bytes += [0x1B, UInt8(ascii: "\\")]
    self.bytes = bytes
  }

  /// Six rows of pixels.
  private struct Band {
    let width: Int
    /// For each colour and column, the pixels that have the colour, the top one in the lowest bit.
    private var bits: [UInt8]
    private var present: [Int] = []
    /// The first and the last column of each colour that is present.
    private var first = [Int](repeating: 0, count: 256)
    private var last = [Int](repeating: 0, count: 256)
    private var isPresent = [Bool](repeating: false, count: 256)

    init(width: Int) {
      self.width = width
      bits = Array(repeating: 0, count: 256 * width)
    }

    mutating func fill(_ numbers: [UInt8], from top: Int, height: Int) {
      for number in present {
        isPresent[number] = false
        for x in number * width + first[number]...number * width + last[number] { bits[x] = 0 }
      }
      present.removeAll(keepingCapacity: true)
      for row in 0..<height {
        let (start, bit) = ((top + row) * width, UInt8(1) << UInt8(row))
        for x in 0..<width {
          let number = Int(numbers[start + x])
          if !isPresent[number] {
            isPresent[number] = true
            present.append(number)
            (first[number], last[number]) = (x, x)
          }
          if x < first[number] { first[number] = x }
          if x > last[number] { last[number] = x }
          bits[number * width + x] |= bit
        }
      }
    }

    func append(to bytes: inout [UInt8]) {
      for (index, number) in present.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: "$")) }
        bytes.append(UInt8(ascii: "#"))
        Sixel.append(number, to: &bytes)
        if first[number] > 0 { Sixel.append(0, first[number], to: &bytes) }
        var (run, length): (UInt8, Int) = (bits[number * width + first[number]], 0)
        for x in number * width + first[number]...number * width + last[number] {
          if bits[x] == run {
            length += 1
          } else {
            Sixel.append(run, length, to: &bytes)
            (run, length) = (bits[x], 1)
          }
        }
        Sixel.append(run, length, to: &bytes)
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
