import Foundation
import PeelCodecs
import PeelImaging

/// A shell script that stands in for ffmpeg, with streams of a sample to send.
package struct StubFFmpeg {
  package let folder: Folder

  /// The sizes of the streams' frames: 3:4, and half as large.
  package enum Size: String, CaseIterable { case large, small }

  /// - Parameter script: commands for sh, run in a folder with `large.y4m` and `small.y4m`.
  package init(_ script: String, frames: Int = 1) throws {
    folder = try Folder()
    for size in Size.allCases { try folder.write(try Self.stream(size, frames: frames), "\(size.rawValue).y4m") }
    try set(script)
  }

  package func set(_ script: String) throws {
    let text = "#!/bin/sh\ncd '\(folder.path)' || exit 9\necho \"$@\" >> arguments\n\(script)\n"
    try folder.write(Data(text.utf8), "bin/ffmpeg")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("bin/ffmpeg"))
  }

  /// The arguments of each call, in order.
  package var arguments: [String] {
    let text = (try? folder.read("arguments")).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  /// A PATH on which the stub comes first.
  package var environment: String { "PATH='\(folder.path("bin"))':/usr/bin:/bin" }

  package func run(_ arguments: [String], input: Data = Data()) throws -> Program.Result {
    try Program.run(
      ["PATH=\(folder.path("bin")):/usr/bin:/bin", Program.path] + arguments, of: "/usr/bin/env", input: input,
      in: folder)
  }

  /// A YUV4MPEG2 stream that repeats one sample.
  package static func stream(_ size: Size, frames: Int) throws -> Data {
    let photo = try PhotoFile(decoding: [UInt8](Samples.bytes("rocket-tilted.jpg"))).photo
    let planes = ReducedPlanes(photo, level: size == .large ? 3 : 4)
    func bytes(_ plane: Plane<Int16>) -> [UInt8] { plane.samples.map { UInt8(min(255, $0 / 16)) } }
    var data = Data("YUV4MPEG2 W\(planes.width) H\(planes.height) F30:1 C444 XCOLORRANGE=FULL\n".utf8)
    let frame = [planes.luma, planes.blue, planes.red].compactMap { $0.map(bytes) }.flatMap { $0 }
    for _ in 0..<frames { data += Data("FRAME\n".utf8) + Data(frame) }
    return data
  }
}
