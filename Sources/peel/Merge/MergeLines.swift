import PeelFiles
import PeelMessages
import PeelScanning

extension MergeFacts {
  /// What was used, left out and can't be mended, to follow the reference's name.
  var notes: [String] {
    if used.count < 2 {
      return leftOutNotes + (used.isEmpty ? [] : ["only this shot could be used, so its glare stays"])
    }
    let shares = used.map { "\($0.photo.shownName) \((100 * $0.share).rounded(to: 0) ?? "") %" }
    let rest =
      unmended.map {
        $0 >= Self.leastTold ? ["\((100 * $0).rounded(to: 1) ?? "") % of the print are under glare in every shot"] : []
      }
    return leftOutNotes + ["merged from \(shares.joined(separator: ", "))"] + (rest ?? [])
  }

  /// Why a shot can't be read; nil if it can.
  private func complaint(of shot: LeftOut) -> Complaint? {
    errors.first { $0.path == shot.photo }.map { Complaint($0) }
  }

  /// The shots and prints that were left out, but for the first shot that can't be read, whose error is that of the report.
  var leftOutNotes: [String] {
    leftOut.filter { $0.photo != errors.first?.path }.map { shot in
      "left out \(shot.photo.shown): \(complaint(of: shot)?.reason ?? shot.reason.words)"
    }
      + (otherPrints > 0
        ? ["left out \(otherPrints) other print\(otherPrints == 1 ? "" : "s") in these photos; `peel scan` scans them"]
        : [])
  }

  /// The least share of the print under glare in every shot that is worth a note.
  private static let leastTold = 0.001

  var json: JSON {
    .object([
      "shots": .array(
        used.map { .object(["photo": .path($0.photo), "share": .number($0.share, decimals: 4)]) }),
      "leftOut": .array(
        leftOut.map { shot in
          let error = complaint(of: shot).map { [(key: "error", value: JSON.string($0.reason))] } ?? []
          return .object(
            [(key: "photo", value: .path(shot.photo)), (key: "reason", value: .string(shot.reason.rawValue))] + error)
        }),
      "otherPrints": .integer(otherPrints),
      "glare": .number(unmended, decimals: 4),
    ])
  }
}
