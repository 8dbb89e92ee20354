internal import PeelModels

extension Detector {
  /// What a detector has learned from photos with known prints. `peel-lab fit` makes it.
  package struct Model: Sendable, Equatable {
    /// Trees that correct the sums of both weights, which were fitted on rendered photos, by what real ones show.
    package var judgedTrees: BoostedTrees
    package var refinedTrees: BoostedTrees
    /// Trees that correct the score of a refined quad by what lies around it.
    package var contextTrees: BoostedTrees
    /// Judges how a refined quad looks.
    package var network: PatchNetwork

    /// The model that is part of the program, read when first used.
    package static let embedded = {
      do throws(ModelError) { return try Model(file: EmbeddedModels.detector) } catch {
        fatalError("the detector's model, which is part of the program, can't be used: \(error)")
      }
    }()
  }
}

/// Why a file is no model of a detector.
package enum ModelError: Error, Equatable {
  /// It doesn't begin as a model does.
  case notAModel
  /// It is written in another version of the format. The value is its number.
  case otherVersion(UInt32)
  /// A section is missing, or its numbers make no trees or no network. The value is its name.
  case damaged(String)
  /// Something follows the last section.
  case tooLong
}

/// A model's file. Its numbers are little-endian:
///
/// - `peel-det`, and the version of the format (UInt32)
/// - the sections `judg`, `refi`, `cont` and `netw`, each with its name, the size of its content in bytes (UInt32), and its
///   content
///
/// Trees are their bias (Double), and for each node its feature (Int32), its threshold or value (Float), and the distance
/// of the right branch (Int32). A network is `PatchNetwork.numbers` (Float).
extension Detector.Model {
  private static let magic = "peel-det"
  private static let version: UInt32 = 1

  /// The model as a file.
  package var file: [UInt8] {
    var file = Array(Self.magic.utf8)
    file.append(Self.version)
    let sections = [
      ("judg", judgedTrees.bytes), ("refi", refinedTrees.bytes), ("cont", contextTrees.bytes), ("netw", network.bytes),
    ]
    for (name, content) in sections {
      file += name.utf8
      file.append(UInt32(content.count))
      file += content
    }
    return file
  }

  /// Reads a file.
  package init(file: Span<UInt8>) throws(ModelError) {
    var rest = file
    guard rest.removeFirst(Self.magic), let version = rest.removeFirst(as: UInt32.self) else { throw .notAModel }
    guard version == Self.version else { throw .otherVersion(version) }
    judgedTrees = try Self.section("judg", of: &rest) { BoostedTrees(bytes: $0) }
    refinedTrees = try Self.section("refi", of: &rest) { BoostedTrees(bytes: $0) }
    contextTrees = try Self.section("cont", of: &rest) { BoostedTrees(bytes: $0) }
    network = try Self.section("netw", of: &rest) { PatchNetwork(bytes: $0) }
    guard rest.isEmpty else { throw .tooLong }
  }

  private static func section<Content>(
    _ name: String, of rest: inout Span<UInt8>, _ read: (Span<UInt8>) -> Content?
  ) throws(ModelError) -> Content {
    guard rest.removeFirst(name), let size = rest.removeFirst(as: UInt32.self), size <= rest.count,
      let content = read(rest.extracting(first: Int(size)))
    else { throw .damaged(name) }
    rest = rest.extracting(droppingFirst: Int(size))
    return content
  }
}

extension BoostedTrees {
  fileprivate var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bias.bitPattern)
    for node in nodes {
      bytes.append(UInt32(bitPattern: node.feature))
      bytes.append(node.number.bitPattern)
      bytes.append(UInt32(bitPattern: node.right))
    }
    return bytes
  }

  /// nil if the bytes are no trees, or a node names a feature that quads don't have.
  fileprivate init?(bytes: Span<UInt8>) {
    var rest = bytes
    let features = Evidence().features.count
    guard let bias = rest.removeFirst(as: UInt64.self) else { return nil }
    var nodes: [Node] = []
    while let feature = rest.removeFirst(as: UInt32.self), let number = rest.removeFirst(as: UInt32.self),
      let right = rest.removeFirst(as: UInt32.self)
    {
      let feature = Int(Int32(bitPattern: feature))
      guard feature < features else { return nil }
      nodes.append(
        Node(feature: feature, threshold: Float(bitPattern: number), right: Int(Int32(bitPattern: right))))
    }
    guard rest.isEmpty else { return nil }
    self.init(bias: Double(bitPattern: bias), nodes: nodes)
  }
}

extension PatchNetwork {
  fileprivate var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for number in numbers { bytes.append(number.bitPattern) }
    return bytes
  }

  fileprivate init?(bytes: Span<UInt8>) {
    guard bytes.count == Self.count * MemoryLayout<Float>.size else { return nil }
    var (rest, numbers) = (bytes, [Float]())
    numbers.reserveCapacity(Self.count)
    while let number = rest.removeFirst(as: UInt32.self) { numbers.append(Float(bitPattern: number)) }
    self.init(numbers: numbers)
  }
}

extension [UInt8] {
  /// Appends a number, the lowest byte first.
  fileprivate mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
  }
}

extension Span<UInt8> {
  /// Removes a number that `append` wrote; nil if the bytes end before it does.
  fileprivate mutating func removeFirst<Number: FixedWidthInteger>(as: Number.Type) -> Number? {
    let size = Number.bitWidth / 8
    guard size <= count else { return nil }
    var number: Number = 0
    for k in 0..<size { number |= Number(truncatingIfNeeded: self[k]) << (8 * k) }
    self = extracting(droppingFirst: size)
    return number
  }

  /// Removes a text if the bytes begin with it.
  fileprivate mutating func removeFirst(_ text: String) -> Bool {
    for byte in text.utf8 { guard removeFirst(as: UInt8.self) == byte else { return false } }
    return true
  }
}
