internal import Dispatch
internal import Synchronization

/// The memory that all photos under way may take together.
///
/// A photo takes its share before memory is allocated for it. If others have too much of it, it waits until they are done.
/// The share ends with the `PhotoFile`.
package final class MemoryAllowance: Sendable {
  /// The allowance in bytes.
  package let bytes: Int

  private struct State {
    var taken = 0
    /// Those that wait, the first one first.
    var waiting: [(bytes: Int, turn: DispatchSemaphore)] = []
  }

  private let state = Mutex(State())

  package init(bytes: Int) { self.bytes = bytes }

  /// A part of the allowance. It is given back when the value is destroyed.
  package final class Share: Sendable {
    fileprivate let bytes: Int
    private let allowance: MemoryAllowance

    fileprivate init(_ bytes: Int, of allowance: MemoryAllowance) {
      self.bytes = bytes
      self.allowance = allowance
    }

    deinit { allowance.giveBack(bytes) }
  }

  /// Waits until so many bytes are left, and takes them. Who asks for more than all gets all.
  ///
  /// Those who wait must not hold another share, or they could wait for each other.
  package func share(_ wanted: Int) -> Share {
    let wanted = min(wanted, bytes)
    let turn: DispatchSemaphore? = state.withLock { state in
      if state.waiting.isEmpty, state.taken + wanted <= bytes {
        state.taken += wanted
        return nil
      }
      let turn = DispatchSemaphore(value: 0)
      state.waiting.append((wanted, turn))
      return turn
    }
    turn?.wait()
    return Share(wanted, of: self)
  }

  private func giveBack(_ bytes: Int) {
    state.withLock { state in
      state.taken -= bytes
      while let next = state.waiting.first, state.taken + next.bytes <= self.bytes {
        state.taken += next.bytes
        state.waiting.removeFirst()
        next.turn.signal()
      }
    }
  }
}

/// The memory that a photo takes until its scans are made, known from its header.
struct MemoryNeed {
  let pixels: Int
  /// The planes' samples, which remain, in bytes.
  let planes: Int
  let isDeep: Bool
  /// What the decoder takes besides them at its peak, in bytes.
  var decoding = 0

  /// Bytes per pixel to find a photo's prints and to make scans of them, measured on photos of 12 to 250 megapixels: JPEGs,
  /// and PNGs with 16 bits per sample, which are in memory whole.
  private static let work = 4, deepWork = 16

  /// - Parameters:
  ///   - samples: the planes' samples per pixel, 1…4.
  ///   - isDeep: whether there are planes with 16 bits per sample too.
  init(pixels: Int, samples: Int, isDeep: Bool = false) {
    self.init(pixels: pixels, planes: pixels * samples, isDeep: isDeep)
  }

  /// - Parameter planes: the number of all planes' samples with 8 bits.
  init(pixels: Int, planes: Int, isDeep: Bool = false) {
    self.pixels = pixels
    self.isDeep = isDeep
    // Samples with 16 bits take two bytes, besides the one of those with 8.
    self.planes = planes * (isDeep ? 3 : 1)
  }

  /// The most bytes at once: while the photo is decoded, while it is turned upright, or while its scans are made.
  var bytes: Int { planes + max(decoding, planes, pixels * (isDeep ? Self.deepWork : Self.work)) }
}

/// The memory that a photo needs, in bytes.
package struct PhotoMemory: Sendable {
  /// While it is decoded and its scans are made.
  package let peak: Int
  /// As long as it is kept.
  package let kept: Int

  /// Reads what a photo needs from its header. nil if it can't be decoded.
  package init?(of file: [UInt8], keepsDepth: Bool = false, limits: DecodingLimits) {
    var limits = limits
    limits.onlyMeasures = true
    do throws(CodecError) { _ = try PhotoFile(decoding: file, keepsDepth: keepsDepth, limits: limits) } catch {
      guard case .needsMemory(let peak, let kept) = error else { return nil }
      (self.peak, self.kept) = (peak, kept)
      return
    }
    return nil
  }

  /// What photos need that are decoded one after another and kept together.
  package static func together(_ photos: [PhotoMemory]) -> Int {
    photos.reduce(0) { $0 + $1.kept } + (photos.map { $0.peak - $0.kept }.max() ?? 0)
  }
}

extension DecodingLimits {
  /// Takes the share of a photo.
  ///
  /// - Returns: nil if photos needn't share.
  /// - Throws: `needsMemory` if the photo needs more than there is for all.
  func claim(_ need: MemoryNeed) throws(CodecError) -> MemoryAllowance.Share? {
    if onlyMeasures { throw .needsMemory(bytes: need.bytes, limit: need.planes) }
    if need.bytes > bytes { throw .needsMemory(bytes: need.bytes, limit: bytes) }
    return allowance?.share(need.bytes)
  }

  /// Takes a share for what is read before a photo's need is known.
  ///
  /// - Returns: nil if photos needn't share.
  /// - Throws: `needsMemory` if that alone is more than there is for all.
  func claim(_ needed: Int) throws(CodecError) -> MemoryAllowance.Share? {
    if needed > bytes { throw .needsMemory(bytes: needed, limit: bytes) }
    return allowance?.share(needed)
  }

  /// Takes one share for several photos that are in memory together, so that none of them waits for another.
  ///
  /// - Parameter needed: what they need together, in bytes.
  /// - Returns: the limits with which to decode them, and the share, which has to be kept until they are done.
  /// - Throws: `needsMemory` if they need more than there is for all.
  package func claimed(
    _ needed: Int
  ) throws(CodecError) -> (limits: DecodingLimits, share: MemoryAllowance.Share?) {
    if needed > bytes { throw .needsMemory(bytes: needed, limit: bytes) }
    var limits = self
    limits.allowance = nil
    return (limits, allowance?.share(needed))
  }
}
