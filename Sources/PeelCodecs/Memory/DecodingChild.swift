internal import CPeelLoading

/// A child process in which a library decodes a file. It ends with this value.
struct DecodingChild: ~Copyable {
  /// What the libraries' functions take, and start.
  var process = cpeel_no_child

  deinit {
    var process = process
    unsafe cpeel_end(&process)
  }

  /// The next `count` samples that it sends; nil if it ends before.
  func next<Sample: BitwiseCopyable>(_ count: Int) -> [Sample]? {
    var isReceived = false
    let samples = unsafe [Sample](unsafeUninitializedCapacity: count) { buffer, filled in
      let size = count * MemoryLayout<Sample>.stride
      isReceived = unsafe size == 0 || cpeel_receive(process.channel, buffer.baseAddress, size) != 0
      filled = isReceived ? count : 0
    }
    return isReceived ? samples : nil
  }
}

extension CodecError {
  /// The library's process ended before it should.
  static func crashed(in library: String) -> CodecError { .corrupt(reason: "\(library) crashed on it") }
}
