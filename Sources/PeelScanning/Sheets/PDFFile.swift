internal import PeelFiles

/// A PDF file that is written object by object (ISO 32000-1, section 7.5). Nothing of it is kept in memory but where its
/// objects begin.
struct PDFFile: ~Copyable {
  private let file: GrowingFile
  /// The offset of each object, by its number less 1; nil for those that aren't written yet.
  private var offsets: [Int?] = []
  private var position: Int

  /// The number of an object.
  struct Reference: Hashable {
    let number: Int

    var text: String { "\(number) 0 R" }
  }

  init(to path: Path) throws(FileError) {
    let file = try GrowingFile(to: path)
    try file.add(Self.header)
    self.file = file
    position = Self.header.count
  }

  /// The comment's letters tell programs that the file isn't text.
  private static let header = Array("%PDF-1.7\n%âãÏÓ\n".utf8)

  private mutating func add(_ text: String) throws(FileError) { try add(Array(text.utf8)) }

  private mutating func add(_ bytes: [UInt8]) throws(FileError) {
    try file.add(bytes)
    position += bytes.count
  }

  /// A number for an object that is written later.
  mutating func reserve() -> Reference {
    offsets.append(nil)
    return Reference(number: offsets.count)
  }

  private mutating func begin(_ reference: Reference) throws(FileError) {
    offsets[reference.number - 1] = position
    try add("\(reference.number) 0 obj\n")
  }

  /// Writes an object.
  mutating func write(_ body: String, as reference: Reference) throws(FileError) {
    try begin(reference)
    try add(body + "\nendobj\n")
  }

  /// Writes a stream.
  ///
  /// - Parameter entries: the entries of its dictionary besides the length.
  mutating func stream(_ entries: String, _ bytes: [UInt8]) throws(FileError) -> Reference {
    let reference = reserve()
    try begin(reference)
    try add("<<\(entries.isEmpty ? "" : entries + " ")/Length \(bytes.count)>>\nstream\n")
    try add(bytes)
    try add("\nendstream\nendobj\n")
    return reference
  }

  /// Writes where the objects are, and gives the file its name.
  consuming func finish(root: Reference, info: Reference) throws(FileError) {
    let start = position
    // Each entry has 20 bytes.
    let entries = offsets.map { offset in
      offset.map { Self.padded($0, to: 10) + " 00000 n \n" } ?? "0000000000 65535 f \n"
    }
    try file.add(
      Array(
        ("xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n" + entries.joined()
          + "trailer\n<</Size \(offsets.count + 1) /Root \(root.text) /Info \(info.text)>>\nstartxref\n\(start)\n%%EOF\n")
          .utf8))
    try file.finish()
  }

  private static func padded(_ number: Int, to count: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(count - digits.count, 0)) + digits
  }
}
