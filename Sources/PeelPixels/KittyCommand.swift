/// The commands that send data by kitty's graphics protocol.
enum KittyCommand {
  /// The most bytes of base64 in one command.
  private static let chunk = 4096

  /// The commands for some data. Only the first one has all keys; the others repeat `repeated`.
  static func bytes(_ data: [UInt8], _ keys: String, repeated: String = "q=2") -> [[UInt8]] {
    let step = chunk / 4 * 3
    return stride(from: 0, to: data.count, by: step).map { start in
      let end = min(start + step, data.count)
      var bytes = Array("\u{1B}_G\(start == 0 ? keys : repeated),m=\(end < data.count ? 1 : 0);".utf8)
      bytes.append(base64: data[start..<end])
      return bytes + [0x1B, UInt8(ascii: "\\")]
    }
  }
}
