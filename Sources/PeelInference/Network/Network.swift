/// A network of one input, ready to run: its steps, and where in one block of memory each step reads and writes.
///
/// What a step needs, and no other step still uses, shares its place: the largest model takes 12 MB instead of 40.
package struct Network: Sendable {
  /// What is done, in order.
  let steps: [Step]
  /// The memory before the first run, with all constants at their places; empty once an interpreter works in it.
  fileprivate(set) var memory: [Float]
  /// Where the input lies in the memory.
  package let input: Range<Int>
  /// Where the outputs lie in the memory.
  package let outputs: [Range<Int>]

  /// The most numbers that all steps read, which takes a few seconds. The largest model reads 120 million.
  private static let mostWork = 1 << 32

  /// Reads a TensorFlow Lite file.
  package init(tensorFlowLite bytes: [UInt8]) throws(NetworkError) {
    try self.init(Graph(tensorFlowLite: bytes))
  }

  init(_ graph: Graph) throws(NetworkError) {
    guard graph.inputs.count == 1, let first = graph.inputs.first else { throw .unsupported("more than one input") }
    var plan = MemoryPlan(graph)
    let fused = graph.fused
    let input = try plan.takePlace(for: first)
    var lastUses: [Int: Int] = [:]
    for (index, operation) in fused.enumerated() { for tensor in operation.inputs { lastUses[tensor] = index } }
    for output in graph.outputs { lastUses[output] = fused.count }
    var steps: [Step] = []
    var work = 0
    for (index, operation) in fused.enumerated() {
      for tensor in operation.inputs { try plan.placeConstant(tensor) }
      _ = try plan.takePlace(for: operation.output)
      let added = try Step.steps(for: operation, in: graph, &plan)
      // Each is at most 2⁴⁸, so the sum doesn't overflow before it is refused.
      work += added.reduce(0) { $0 + $1.work }
      guard work <= Self.mostWork else { throw .tooLarge("its work") }
      steps += added
      for tensor in Set(operation.inputs) where lastUses[tensor] == index { plan.release(tensor) }
    }
    outputs = try graph.outputs.map { (index) throws(NetworkError) in try plan.range(of: index) }
    self.input = input
    self.steps = steps
    memory = plan.memory
  }
}

/// Runs a network. It keeps the memory of the last run, so that the next one needn't ask for any.
package struct Interpreter: Sendable {
  package let network: Network
  private(set) var memory: [Float]

  package init(_ network: consuming Network) {
    memory = network.memory
    // The network has one owner, so that nothing is copied.
    network.memory = []
    self.network = network
  }

  /// Runs the network once.
  ///
  /// - Parameter write: writes every number of the input.
  /// - Returns: the numbers of each output.
  package mutating func outputs(writingInput write: (inout MutableSpan<Float>) -> Void) -> [[Float]] {
    unsafe memory.withUnsafeMutableBufferPointer { memory in
      var input = unsafe UnsafeMutableBufferPointer(rebasing: memory[network.input]).mutableSpan
      write(&input)
      for step in network.steps { unsafe step.run(memory) }
    }
    return network.outputs.map { Array(memory[$0]) }
  }

  /// Runs the network on these numbers, as many as the input has.
  package mutating func outputs(of numbers: [Float]) -> [[Float]] {
    precondition(numbers.count == network.input.count, "the numbers fill the input")
    return outputs { input in for index in numbers.indices { input[index] = numbers[index] } }
  }
}
