internal import PeelPlatform

/// Reading and writing open files.
extension Descriptor {
  /// All bytes up to the end, or nil if there are more than `limit`.
  package func bytes(limit: Int) throws(SystemError) -> [UInt8]? {
    // Room for one byte more shows whether the file ends there.
    var room = min(limit, try status().size) + 1
    var bytes = try read(atMost: room)
    var length = bytes.count
    while length == room {
      if bytes.count > limit { return nil }
      // The file has grown, or it is something that has no size.
      room = 1 << 18
      let more = try read(atMost: room)
      length = more.count
      bytes += more
    }
    return bytes.count > limit ? nil : bytes
  }

  /// At most so many bytes from the current place on.
  package func beginning(_ count: Int) throws(SystemError) -> [UInt8] { try read(atMost: count) }

  /// The size of the blocks in which long files are read, in bytes.
  private static let block = 1 << 20

  /// The digest of all bytes up to the end. They are read in blocks.
  package func digest() throws(SystemError) -> Digest {
    var digest = RunningDigest()
    while true {
      let bytes = try read(atMost: Self.block)
      digest.add(bytes[...])
      if bytes.count < Self.block { return digest.digest }
    }
  }

  /// The next block of bytes; empty at the end.
  package func nextBlock(atMost count: Int = .max) throws(SystemError) -> [UInt8] {
    try read(atMost: min(count, Self.block))
  }

  /// Reads on from an offset, in bytes.
  package func seek(to offset: Int) throws(SystemError) {
    if lseek(number, off_t(offset), SEEK_SET) < 0 { throw .last }
  }

  /// The next `count` bytes, or fewer at the end.
  package func read(atMost count: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      while length < count {
        let size = unsafe PeelPlatform.read(number, buffer.baseAddress.map { unsafe $0 + length }, count - length)
        if size == 0 { return }
        if size > 0 {
          length += size
        } else if errno != EINTR {
          failure = .last
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// The file's last byte, or nil if the file is empty.
  package func lastByte() throws(SystemError) -> UInt8? {
    var byte: UInt8 = 0
    let size = try status().size
    if size == 0 { return nil }
    while unsafe pread(number, &byte, 1, off_t(size - 1)) < 0 {
      if errno != EINTR { throw .last }
    }
    return byte
  }

  /// Leaves a file without bytes.
  package func truncate() throws(SystemError) { if ftruncate(number, 0) != 0 { throw .last } }

  /// Writes all bytes.
  package func write(_ bytes: [UInt8]) throws(SystemError) { try writeAll(bytes, to: number) }

  /// Returns once the disk has everything that was written, as far as the file system can tell.
  package func sync() throws(SystemError) {
    while fsync(number) != 0 {
      if [EINVAL, ENOTSUP, ENOSYS].contains(errno) { return }
      if errno != EINTR { throw .last }
    }
  }
}

/// Writes all bytes to an open file.
func writeAll(_ bytes: [UInt8], to number: Int32) throws(SystemError) {
  var done = 0
  while done < bytes.count {
    let count = unsafe bytes.withUnsafeBytes {
      unsafe PeelPlatform.write(number, $0.baseAddress.map { unsafe $0 + done }, $0.count - done)
    }
    if count >= 0 {
      done += count
    } else if errno == EAGAIN {
      waitForRoom(number)
    } else if errno != EINTR {
      throw .last
    }
  }
}

/// Waits until an open pipe or terminal that another program made non-blocking takes more.
private func waitForRoom(_ number: Int32) {
  var watched = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
  _ = unsafe poll(&watched, 1, -1)
}
