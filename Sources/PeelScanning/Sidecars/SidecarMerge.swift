package import PeelFiles

/// The shots that a photo was merged with, in its sidecar. The others are laid on this one.
package struct SidecarMerge: Sendable, Equatable {
  /// Another shot, in the photo's folder.
  package struct Shot: Sendable, Equatable {
    /// The file's name as text.
    package var photo: String
    /// The digest of its file.
    package var digest: Digest

    package init(photo: String, digest: Digest) { (self.photo, self.digest) = (photo, digest) }
  }

  /// How many of the others come before the photo: the merged scan depends on their order.
  package var place: Int
  package var shots: [Shot]

  /// - Parameters:
  ///   - place: 0 to the number of shots.
  ///   - shots: one at least.
  package init(place: Int, shots: [Shot]) { (self.place, self.shots) = (place, shots) }

  /// The most shots that are merged with one.
  static let most = 1000

  struct Record: Decodable {
    struct Shot: Decodable {
      let photo: String
      let digest: String
    }

    let place: Int
    let shots: [Shot]
  }

  /// - Parameter photo: the name of the photo that the sidecar is of.
  init(_ record: Record, of photo: String) throws(Sidecar.FormatError) {
    func damaged(_ reason: String) -> Sidecar.FormatError { .damaged(reason: "merge: \(reason)") }
    guard (1...Self.most).contains(record.shots.count) else { throw damaged("not 1 to \(Self.most) shots") }
    guard (0...record.shots.count).contains(record.place) else { throw damaged("place isn't among the shots") }
    var names: Set<String> = [photo]
    shots = []
    for shot in record.shots {
      guard shot.photo.isFileName else { throw damaged("“\(shot.photo)” isn't a file's name") }
      guard names.insert(shot.photo).inserted else {
        throw damaged(shot.photo == photo ? "names the photo itself" : "names \(shot.photo) twice")
      }
      guard let digest = Digest(text: shot.digest) else { throw damaged("a digest isn't 16 hexadecimal digits") }
      shots.append(Shot(photo: shot.photo, digest: digest))
    }
    place = record.place
  }

  var json: JSON {
    .object([
      "place": .integer(place),
      "shots": .array(shots.map { .object(["photo": .string($0.photo), "digest": .string($0.digest.text)]) }),
    ])
  }
}

extension String {
  /// Whether a file in a folder can have it as its name.
  var isFileName: Bool {
    !isEmpty && ![".", ".."].contains(self) && !utf8.contains { [0, UInt8(ascii: "/")].contains($0) }
  }
}
