import Testing

@testable import PeelCodecs

struct FileKindTests {
  @Test func emptyBytesAreNoPhoto() {
    #expect(throws: CodecError.empty) { try PhotoFile(decoding: []) }
  }

  @Test(
    arguments: [
      (Array("\0\0\0\u{18}ftypavis\0\0\0\0".utf8), "an animated AVIF picture"),
      (Array("\0\0\0\u{14}ftypqt  \0\0\0\0".utf8), "a video"),
      (Array("%PDF-1.7\n".utf8), "a PDF document"), (Array("GIF89a\0".utf8), "a GIF picture"),
      ([0xFF, 0x0A, 0, 0], "a JPEG XL picture"), (Array("RIFF\0\0\0\0AVI LIST".utf8), "a video"),
      (Array("Dear diary,\nno photo today. Grüße".utf8), "text"),
      (Array("\n<!DOCTYPE html><html>".utf8), "a web page"),
      (Array("<?xml version=\"1.0\"?><svg>".utf8), "an SVG drawing"),
      ([0, 1, 2, 3, 4, 5, 6, 7], nil), ([0xFF], nil), ([0xFF, 0xD8], nil), ([0], nil),
    ] as [([UInt8], String?)])
  func otherKindsAreNamed(_ bytes: [UInt8], _ name: String?) {
    let error = #expect(throws: CodecError.self) { try PhotoFile(decoding: bytes) }
    #expect(error?.description == name.map { "this is \($0), not a photo that can be read" } ?? "this is not a photo")
  }

  @Test(arguments: [
    "\0\0\0\u{18}ftypcrx \0\0\0\0", "II*\0\u{10}\0\0\0CR\u{2}\0", "FUJIFILMCCD-RAW 0201", "IIU\0\u{18}\0\0\0",
    "\0MRM\0\0",
  ])
  func rawFilesAreRecognised(_ bytes: String) { #expect(FileKind(Array(bytes.utf8)) == .photo(.raw)) }

  @Test(arguments: [
    (CodecError.empty, "the file is empty"),
    (.notAPhoto(.video), "this is a video, not a photo that can be read"),
    (.truncated(rowsRead: 16, height: 64), "the file is cut off after 16 of 64 rows"),
    (.truncated(rowsRead: nil, height: 64), "the file is cut off before the photo ends"),
    (.tooLarge(width: 65_500, height: 2), "65500 × 2 pixels exceed the pixel limit"),
  ])
  func errorsSpeakPlainly(_ error: CodecError, _ words: String) {
    #expect(error.description == words)
  }
}
