import Imaging
import Testing

@testable import Codecs

@Test func emptyBytesAreNoPhoto() {
  #expect(throws: CodecError.empty) { try PhotoFile(decoding: []) }
}
