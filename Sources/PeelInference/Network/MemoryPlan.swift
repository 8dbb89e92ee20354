/// Where tensors lie in a network's memory.
struct MemoryPlan {
  /// The memory so far: constants, and zeros where results will be.
  private(set) var memory: [Float] = []
  private let graph: Graph
  private var ranges: [Int: Range<Int>] = [:]
  /// Places whose results are no longer needed.
  private var free: [Range<Int>] = []
  private var scratch: Range<Int>?

  /// The most numbers in the memory: 256 MB. The largest model has 3 million.
  private static let mostNumbers = 1 << 26
  /// Room for the models, of which they touch what they need.
  private static let usualNumbers = 1 << 22

  init(_ graph: Graph) {
    self.graph = graph
    // So that it isn't moved while it grows.
    memory.reserveCapacity(Self.usualNumbers)
  }

  /// The place of a tensor that has one.
  func range(of tensor: Int) throws(NetworkError) -> Range<Int> {
    guard let range = ranges[tensor] else { throw .damaged("a tensor is used before it is computed") }
    return range
  }

  /// Gives a tensor that will be computed a place.
  mutating func takePlace(for tensor: Int) throws(NetworkError) -> Range<Int> {
    guard ranges[tensor] == nil, graph.tensors[tensor].content == .computed else {
      throw .damaged("a tensor is computed twice")
    }
    let count = graph.tensors[tensor].count
    let fits = free.indices.filter { free[$0].count >= count }
    let place =
      if let best = fits.min(by: { free[$0].count < free[$1].count }) { free.remove(at: best) } else {
        try added([Float](repeating: 0, count: count))
      }
    // The whole place is released later, though only its beginning is used.
    wholePlaces[tensor] = place
    let range = place.lowerBound..<place.lowerBound + count
    ranges[tensor] = range
    return range
  }
  private var wholePlaces: [Int: Range<Int>] = [:]

  /// Lets later results take a tensor's place. Constants keep theirs.
  mutating func release(_ tensor: Int) {
    guard let place = wholePlaces.removeValue(forKey: tensor) else { return }
    ranges[tensor] = nil
    free.append(place)
  }

  /// Stores a tensor's numbers if it is a constant of them.
  mutating func placeConstant(_ tensor: Int) throws(NetworkError) {
    guard ranges[tensor] == nil, case .numbers(let numbers) = graph.tensors[tensor].content else { return }
    ranges[tensor] = try added(numbers)
  }

  /// Appends numbers that no step changes.
  mutating func added(_ numbers: [Float]) throws(NetworkError) -> Range<Int> {
    guard memory.count + numbers.count <= Self.mostNumbers else { throw .tooLarge("its memory") }
    let start = memory.count
    memory += numbers
    return start..<memory.count
  }

  /// A place that every step may write to and none relies on.
  mutating func scratch(_ count: Int) throws(NetworkError) -> Int {
    if let scratch, scratch.count >= count { return scratch.lowerBound }
    let range = try added([Float](repeating: 0, count: count))
    scratch = range
    return range.lowerBound
  }
}
