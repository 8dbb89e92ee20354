import CPeelPNG
import CPeelSystemZlib
import PeelImaging
import PeelPixels

@testable import PeelWorkbench

/// What a terminal shows after the bytes it was sent: a small decoder of kitty's protocol, also through tmux, of sixels and
/// of iTerm2's images.
/// A cell without a picture is filled with its ground.
struct PixelTerminal {
  let capabilities: Capabilities
  let screen: (columns: Int, rows: Int)
  let cell: PixelSize
  private var painter = PicturePainter()
  private var last: Screen?
  /// The red, green and blue of each pixel, without kitty's pictures.
  private var base: [UInt8]
  /// kitty's pictures, by number.
  private(set) var pictures: [Int: Picture] = [:]
  /// The cells whose text stands for a part of a picture: its number, and the part's column and row.
  private var placeholders: [Cell: (number: Int, column: Int, row: Int)] = [:]
  /// The bytes of the last screen's pictures.
  private(set) var sent: [UInt8] = []
  /// The pixels that were shared, by name.
  private let shared = Shelf()
  /// Whether pixels are shared rather than sent.
  var isNear = false

  final class Shelf { var bytes: [String: [UInt8]] = [:] }

  private struct Cell: Hashable {
    var column: Int
    var row: Int
  }

  struct Picture {
    var area: Area
    var depth: Int
    var size: PixelSize
    /// Red, green, blue and opacity of each pixel.
    var pixels: [UInt8]
  }

  init(_ graphics: Graphics, columns: Int, rows: Int, cell: PixelSize) {
    capabilities = Capabilities(depth: .trueColour, glyphs: .blocks, graphics: graphics, cell: cell)
    screen = (columns, rows)
    self.cell = cell
    base = Array(repeating: 0, count: 3 * columns * rows * cell.width * cell.height)
  }

  mutating func show(_ next: Screen) {
    for row in 0..<next.rows {
      for column in 0..<next.columns where last?[column, row] != next[column, row] { write(next, column, row) }
    }
    let shared = shared
    let isNear = isNear
    let painted = painter.paint(
      next, isFresh: last == nil, capabilities,
      PaintingWays(move: { Array("\u{1B}[\($1 + 1);\($0 + 1)H".utf8) }) { bytes in
        guard isNear else { return nil }
        let name = "/\(shared.bytes.count)"
        shared.bytes[name] = bytes
        return name
      })
    sent = painted.bytes
    receive(painted.bytes)
    for (column, row) in painted.covered { write(next, column, row) }
    last = next
  }

  /// Makes the next screen be drawn from nothing.
  mutating func forget() { last = nil }

  private mutating func write(_ screen: Screen, _ column: Int, _ row: Int) {
    placeholders[Cell(column: column, row: row)] = nil
    let colour = screen[column, row].paint.ground.shown
    let size = PixelSize(width: cell.width, height: cell.height)
    for y in 0..<size.height {
      for x in 0..<size.width {
        put(colour, column * cell.width + x, row * cell.height + y)
      }
    }
  }

  private var width: Int { screen.columns * cell.width }

  private mutating func put(_ colour: Colour, _ x: Int, _ y: Int) {
    guard x < width, y < screen.rows * cell.height else { return }
    let index = 3 * (y * width + x)
    (base[index], base[index + 1], base[index + 2]) = (colour.red, colour.green, colour.blue)
  }

  /// The pixels that a person sees, apart from glyphs.
  var pixels: [UInt8] {
    var pixels = base
    for (place, part) in placeholders {
      // A terminal shows a box for a picture that it doesn't have.
      guard let picture = pictures[part.number] else { fatalError("no picture \(part.number)") }
      for y in 0..<cell.height {
        for x in 0..<cell.width {
          let from = 4 * ((part.row * cell.height + y) * picture.size.width + part.column * cell.width + x)
          let to = 3 * ((place.row * cell.height + y) * width + place.column * cell.width + x)
          for channel in 0..<3 { pixels[to + channel] = picture.pixels[from + channel] }
        }
      }
    }
    guard capabilities.graphics != .placeholders else { return pixels }
    for (_, picture) in pictures.sorted(by: { $0.value.depth < $1.value.depth }) {
      let size = PixelSize(width: picture.area.columns * cell.width, height: picture.area.rows * cell.height)
      for y in 0..<size.height {
        for x in 0..<size.width {
          let from =
            4 * (y * picture.size.height / size.height * picture.size.width + x * picture.size.width / size.width)
          let to = 3 * ((picture.area.row * cell.height + y) * width + picture.area.column * cell.width + x)
          let opacity = Int(picture.pixels[from + 3])
          for channel in 0..<3 {
            let below = Int(pixels[to + channel]) * (255 - opacity)
            pixels[to + channel] = UInt8((below + Int(picture.pixels[from + channel]) * opacity + 127) / 255)
          }
        }
      }
    }
    return pixels
  }

  // MARK: decoding

  /// The marks that placeholders use for numbers.
  private static let marks: [UInt32] = [
    0x305, 0x30D, 0x30E, 0x310, 0x312, 0x33D, 0x33E, 0x33F, 0x346, 0x34A, 0x34B, 0x34C, 0x350, 0x351, 0x352, 0x357,
  ]

  /// Writes placeholders among other text.
  private mutating func text(_ bytes: ArraySlice<UInt8>, at cursor: inout (column: Int, row: Int), colour: Int) {
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value))
    for start in stride(from: 0, to: scalars.count, by: 4) {
      precondition(scalars[start] == 0x10EEEE, "only placeholders are text")
      let numbers = scalars[start + 1...start + 3].map { Self.marks.firstIndex(of: $0) ?? -1 }
      placeholders[Cell(column: cursor.column, row: cursor.row)] = (numbers[2] << 24 | colour, numbers[1], numbers[0])
      cursor.column += 1
    }
  }

  /// What tmux passes on.
  private static func passed(_ bytes: [UInt8]) -> [UInt8] {
    let start = Array("\u{1B}Ptmux;".utf8)
    var (passed, rest) = ([UInt8](), bytes[...])
    while !rest.isEmpty {
      guard rest.starts(with: start) else {
        passed.append(rest.removeFirst())
        continue
      }
      rest = rest.dropFirst(start.count)
      while rest.first != 0x1B || rest.dropFirst().first == 0x1B {
        let byte = rest.removeFirst()
        if byte == 0x1B { rest.removeFirst() }
        passed.append(byte)
      }
      rest = rest.dropFirst(2)
    }
    return passed
  }

  private mutating func receive(_ bytes: [UInt8]) {
    let bytes = capabilities.graphics == .placeholders ? Self.passed(bytes) : bytes
    var rest = bytes[...]
    var cursor = (column: 0, row: 0)
    var colour = 0
    var pending: (keys: [Substring: Substring], data: [UInt8])?
    while let start = rest.firstIndex(of: 0x1B) {
      if capabilities.graphics == .placeholders { text(rest[..<start], at: &cursor, colour: colour) }
      rest = rest[start...]
      let isOSC = rest.dropFirst().first == UInt8(ascii: "]")
      let isCSI = rest.dropFirst().first == UInt8(ascii: "[")
      let end: Int? =
        if isCSI {
          rest.firstIndex { [UInt8(ascii: "H"), UInt8(ascii: "m")].contains($0) }
        } else if isOSC {
          rest.firstIndex(of: 0x07)
        } else {
          rest.dropFirst().firstIndex(of: 0x1B)
        }
      guard let end else { return }
      let kind = rest[start + 1]
      let body = rest[(start + 2)..<end]
      rest = rest[(end + (isCSI || isOSC ? 1 : 2))...]
      switch kind {
      case UInt8(ascii: "["):
        let numbers = String(decoding: body, as: UTF8.self).split(separator: ";").compactMap { Int($0) }
        if rest.startIndex > 0, bytes[end] == UInt8(ascii: "m") {
          colour = numbers.last ?? 0
        } else {
          cursor = (numbers[1] - 1, numbers[0] - 1)
        }
      case UInt8(ascii: "P"): sixel(body, at: cursor)
      case UInt8(ascii: "]"): file(body, at: cursor)
      case UInt8(ascii: "_"):
        let parts = body.dropFirst().split(separator: UInt8(ascii: ";"), maxSplits: 1)
        let keys = Self.keys(parts[0], separator: ",")
        let data = parts.count > 1 ? Self.base64(parts[1]) : []
        if keys["a"] == "d" {
          if keys["d"] == "A" { pictures = [:] }
          if keys["d"] == "I", let number = keys["i"].flatMap({ Int($0) }) { pictures[number] = nil }
          continue
        }
        pending = (pending?.keys ?? keys, (pending?.data ?? []) + data)
        if keys["m"] != "1", let whole = pending {
          picture(whole.keys, whole.data, at: cursor)
          pending = nil
        }
      case _: return
      }
    }
    if capabilities.graphics == .placeholders { text(rest, at: &cursor, colour: colour) }
  }

  private mutating func picture(_ keys: [Substring: Substring], _ data: [UInt8], at cursor: (column: Int, row: Int)) {
    func number(_ key: Substring) -> Int { keys[key].flatMap { Int($0) } ?? 0 }
    var size = PixelSize(width: number("s"), height: number("v"))
    var bytes = data
    if keys["t"] == "s" { bytes = shared.bytes[String(decoding: data, as: UTF8.self)] ?? [] }
    if number("f") == 100 { (bytes, size) = Self.png(data) }
    if keys["o"] == "z" { bytes = Self.inflated(data, 4 * size.width * size.height) }
    let samples = number("f") == 32 ? 4 : 3
    let pixels = (0..<size.width * size.height).flatMap { index -> [UInt8] in
      Array(bytes[samples * index..<samples * index + 3]) + [samples == 4 ? bytes[4 * index + 3] : 255]
    }
    pictures[number("i")] = Picture(
      area: Area(column: cursor.column, row: cursor.row, columns: number("c"), rows: number("r")), depth: number("z"),
      size: size, pixels: pixels)
  }

  private mutating func sixel(_ body: ArraySlice<UInt8>, at cursor: (column: Int, row: Int)) {
    guard let start = body.firstIndex(of: UInt8(ascii: "q")) else { return }
    var rest = body[(start + 1)...]
    var colours: [Int: Colour] = [:]
    var (colour, x, y, run) = (0, 0, 0, 1)
    func numbers() -> [Int] {
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ";") }
      rest = rest.dropFirst(digits.count)
      return String(decoding: digits, as: UTF8.self).split(separator: ";").compactMap { Int($0) }
    }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): _ = numbers()
      case UInt8(ascii: "#"):
        let values = numbers()
        colour = values[0]
        func level(_ percent: Int) -> UInt8 { UInt8((percent * 255 + 50) / 100) }
        if values.count == 5 { colours[colour] = Colour(level(values[2]), level(values[3]), level(values[4])) }
      case UInt8(ascii: "!"): run = numbers()[0]
      case UInt8(ascii: "$"): x = 0
      case UInt8(ascii: "-"): (x, y) = (0, y + 6)
      case 0x3F...0x7E:
        for _ in 0..<run {
          for bit in 0..<6 where (byte - 0x3F) >> UInt8(bit) & 1 == 1 {
            if let shown = colours[colour] {
              put(shown, cursor.column * cell.width + x, cursor.row * cell.height + y + bit)
            }
          }
          x += 1
        }
        run = 1
      case _: return
      }
    }
  }

  private mutating func file(_ body: ArraySlice<UInt8>, at cursor: (column: Int, row: Int)) {
    guard let colon = body.firstIndex(of: UInt8(ascii: ":")) else { return }
    let (pixels, size) = Self.png(Self.base64(body[(colon + 1)...]))
    let keys = Self.keys(body[..<colon], separator: ";")
    precondition(keys["width"].flatMap { Int($0) } == size.width / cell.width, "a pixel is shown by a pixel")
    for y in 0..<size.height {
      for x in 0..<size.width {
        let index = 3 * (y * size.width + x)
        put(
          Colour(pixels[index], pixels[index + 1], pixels[index + 2]), cursor.column * cell.width + x,
          cursor.row * cell.height + y)
      }
    }
  }

  private static func keys(_ text: ArraySlice<UInt8>, separator: Character) -> [Substring: Substring] {
    let text = String(decoding: text, as: UTF8.self)
    return text.split(separator: separator).reduce(into: [:]) { keys, pair in
      let parts = pair.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { keys[parts[0]] = parts[1] }
    }
  }

  private static func base64(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var places = [Int](repeating: 0, count: 256)
    for (place, letter) in letters.enumerated() { places[Int(letter)] = place }
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for letter in text where letter != UInt8(ascii: "=") {
      (bits, count) = ((bits << 6 | places[Int(letter)]) & 0xFFFF, count + 6)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(bits >> count & 255))
      }
    }
    return bytes
  }

  private static func inflated(_ stream: [UInt8], _ most: Int) -> [UInt8] {
    var count = uLong(most)
    return unsafe [UInt8](unsafeUninitializedCapacity: most) { buffer, written in
      let isWhole = unsafe uncompress(buffer.baseAddress, &count, stream, uLong(stream.count)) == Z_OK
      written = isWhole ? Int(count) : 0
    }
  }

  /// Decodes a PNG file of 8-bit red, green and blue, whose rows store differences from the left.
  private static func png(_ file: [UInt8]) -> ([UInt8], PixelSize) {
    func number(_ at: Int) -> Int { file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    let size = PixelSize(width: number(16), height: number(20))
    let stride = 3 * size.width
    let rows = inflated(Array(file[41..<41 + number(33)]), (stride + 1) * size.height)
    var pixels: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<stride {
        let value = rows[y * (stride + 1) + 1 + x]
        pixels.append(x < 3 ? value : value &+ pixels[pixels.count - 3])
      }
    }
    return (pixels, size)
  }
}
