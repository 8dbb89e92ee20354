/// The least number of zeros at the end of coded data that are no coincidence. A byte of coded data says as much as it can,
/// so it is seldom zero, except where a picture is even.
let leastZeros = 16

extension Collection<UInt8> where Self: BidirectionalCollection {
  /// Whether coded data ends in zeros. Copies that were cut off leave files whose ends are zeros, and some decoders take
  /// them for data.
  var endsInZeros: Bool { count >= leastZeros && suffix(leastZeros).allSatisfy { $0 == 0 } }
}
