import CPeelLoading
import Foundation
import PeelImaging
import Testing

@testable import PeelCodecs

/// Libraries that crash do so in a child process.
@Suite struct ConfinementTests {
  private static let crashing = URL(filePath: #filePath)
    .appending(path: "../../../../shared/cases/raw-crash/crash-dng.dng").standardizedFileURL

  /// This file crashes LibRaw 0.20 and is damaged for later ones.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: crashing.path()), "needs ../shared/cases"))
  func aCrashIsAnError() throws {
    let bytes = [UInt8](try Data(contentsOf: Self.crashing))
    for _ in 0..<2 { #expect(throws: CodecError.self) { try PhotoFile(decoding: bytes) } }
  }

  @Test func aChildThatDiesEndsItsChannel() {
    var child = CPeelChild()
    let started = unsafe cpeel_start(&child, 0, { _, _ in kill(getpid(), SIGSEGV) }, nil)
    #expect(started == 0)
    var byte: UInt8 = 0
    #expect(unsafe cpeel_receive(child.channel, &byte, 1) == 0)
    #expect(unsafe cpeel_send(child.channel, &byte, 1) == 0)
    unsafe cpeel_end(&child)
    unsafe cpeel_end(&child)
    #expect(child.channel == -1)
  }

  #if os(Linux)
    /// A child can't remove files, nor end, start or send anything. It can make threads.
    @Test func aChildOnlyComputes() throws {
      let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try Data([1]).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let path = unsafe strdup(file.path(percentEncoded: false))
      defer { unsafe free(path) }
      var child = CPeelChild()
      let started = unsafe cpeel_start(
        &child, 0,
        { channel, path in
          guard let path = unsafe path?.assumingMemoryBound(to: CChar.self) else { return }
          let failures = unsafe [
            unlink(path), rename(path, "/tmp/x"), chmod(path, 0), truncate(path, 0), kill(getppid(), 0),
            mkdir("/tmp/peel-child", 0o700),
          ]
          var thread = pthread_t()
          let isThreaded = unsafe pthread_create(&thread, nil, { _ in nil }, nil) == 0
          var count = UInt8(failures.count { $0 < 0 }) + (isThreaded ? 100 : 0)
          _ = unsafe cpeel_send(channel, &count, 1)
        }, path)
      #expect(started == 0)
      var count: UInt8 = 0
      #expect(unsafe cpeel_receive(child.channel, &count, 1) == 1 && count == 106, "\(count)")
      unsafe cpeel_end(&child)
      #expect(try Data(contentsOf: file) == Data([1]))
    }

    /// A child takes no more memory than it may, and more once its parent allows it.
    @Test func aChildsMemoryIsLimited() {
      var child = CPeelChild()
      let started = unsafe cpeel_start(
        &child, 64 << 20,
        { channel, _ in
          var byte: UInt8 = 0
          for _ in 0..<2 {
            let memory = unsafe malloc(512 << 20)
            byte = unsafe memory == nil ? 0 : 1
            unsafe free(memory)
            guard unsafe cpeel_send(channel, &byte, 1) == 1, unsafe cpeel_receive(channel, &byte, 1) == 1 else {
              return
            }
          }
        }, nil)
      #expect(started == 0)
      var answers: [UInt8] = []
      for _ in 0..<2 {
        var byte: UInt8 = 2
        #expect(unsafe cpeel_receive(child.channel, &byte, 1) == 1)
        answers.append(byte)
        unsafe cpeel_allow_memory(&child, 1 << 30)
        #expect(unsafe cpeel_send(child.channel, &byte, 1) == 1)
      }
      #expect(answers == [0, 1])
      unsafe cpeel_end(&child)
    }
  #endif

  @Test func aChildOpensNothing() {
    var child = CPeelChild()
    let started = unsafe cpeel_start(
      &child, 0,
      { channel, _ in
        var failures = unsafe [open("/dev/null", O_RDONLY), open("/tmp/x", O_WRONLY | O_CREAT, 0o600), dup(channel)]
        failures.append(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        var count = UInt8(failures.count { $0 < 0 })
        _ = unsafe cpeel_send(channel, &count, 1)
      }, nil)
    #expect(started == 0)
    var count: UInt8 = 0
    #expect(unsafe cpeel_receive(child.channel, &count, 1) == 1 && count == 4)
    unsafe cpeel_end(&child)
  }
}
