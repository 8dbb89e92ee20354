/// What a quad and the table around it look like: a rectified picture of a few samples.
package struct QuadPatch: Sendable {
  /// The samples along each side, and the colours of each: luma and both colour differences.
  package static let side = 64
  package static let colours = 3
  /// How far the picture goes beyond the quad's sides, as a fraction of the quad.
  static let margin = 0.5

  /// The colours of each sample, row by row, in levels.
  package let levels: [UInt8]

  package init(levels: [UInt8]) { self.levels = levels }
}
