import CFuzzer
import Glibc

/// The tests by kind of input. The command is `fuzz KIND`, followed by libFuzzer's arguments.
private let tests: [String: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt] = [
  "photo": { bytes, count in
    testPhoto(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  },
  "scan": { bytes, count in
    testScan(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  },
  "heif": { bytes, count in
    testBoxes(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  },
  "child": { bytes, count in
    testChild(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  },
  "exif": { bytes, count in
    testExif(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  },
  "sidecar": { bytes, count in
    testSidecar(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  },
  "icc": { bytes, count in
    testProfile(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  },
  "depth": { bytes, count in
    testDepth(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  },
  "gdepth": { bytes, count in
    testGDepth(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  },
  "mpf": { bytes, count in
    testMultiPicture(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  },
  "network": { bytes, count in
    testNetwork(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  },
  "gif": { bytes, count in
    testGIF(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  },
  "lzw": { bytes, count in
    testLZW(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  },
  "sheet": { bytes, count in
    testSheet(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  },
]

if CommandLine.arguments.dropFirst().first == "seeds", let folder = CommandLine.arguments.last {
  writeSeeds(to: folder)
  exit(0)
}
guard let test = CommandLine.arguments.dropFirst().first.flatMap({ tests[$0] }) else {
  print("fuzz \(tests.keys.sorted().joined(separator: "|")) [libFuzzer's arguments]")
  print("fuzz seeds FOLDER")
  exit(64)
}
var count = CommandLine.argc - 1
// libFuzzer reads the kind as the program's name.
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
exit(LLVMFuzzerRunDriver(&count, &arguments, test))
