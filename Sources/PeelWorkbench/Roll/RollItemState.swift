import PeelImaging

/// What the roll tells of an item.
extension RollItem {
  /// The item's state in the roll and for the filter.
  package enum State: Equatable, Sendable {
    case toDo, nothing, adjusted, accepted, exported, failed, setAside, merged, inMerge, gone, unsaved, clip
    /// With the confidence of the least sure print.
    case sure(Double?)
    case review(Double?)
  }

  package var state: State {
    if isGone { return .gone }
    if lost != nil { return .unsaved }
    if hasFailed { return .failed }
    switch sheet.aside {
    case .otherShot: return .setAside
    case .merged where !isAdjusted: return .merged
    case .inMerge: return .inMerge
    case .merged, nil: break
    }
    if isClip { return .clip }
    if let exported, isAccepted(as: exported), !isRenamedSinceExport, sheet.prints.areSaved(as: exported) {
      return .exported
    }
    if former != nil { return .toDo }
    if isAdjusted || sheet.pasted != nil { return .adjusted }
    if sheet.accepted != nil { return .accepted }
    if detected != nil, sheet.prints.isEmpty { return .nothing }
    let confidence = sheet.prints.compactMap(\.confidence).min()
    return switch detected?.verdict {
    case nil: .toDo
    case .sure: .sure(confidence)
    case .review: .review(confidence)
    case .some(.none): .nothing
    }
  }

  /// Whether a person has changed, accepted, exported or set aside the item.
  var isDecided: Bool {
    switch state {
    case .adjusted, .accepted, .exported, .setAside, .merged, .inMerge: true
    case .toDo, .nothing, .failed, .sure, .review, .gone, .unsaved, .clip: false
    }
  }

  /// Whether its corners are as the detector is sure of them, or as a person accepted them, and it isn't accepted as it
  /// is. Its settings may differ, if a person chose them in this session or has looked at them since.
  var isSure: Bool {
    if hasUnseenChanges { return false }
    switch state {
    case .toDo, .nothing, .accepted, .exported, .failed, .setAside, .merged, .inMerge, .gone, .unsaved, .review, .clip:
      return false
    case .sure: return true
    case .adjusted:
      guard let detected, !sheet.isAwaited, sheet.accepted != nil || detected.verdict == .sure else { return false }
      return hasOldCorners && sheet.crossed == nil
    }
  }

  /// Whether all corners are as they were accepted, or else found.
  private var hasOldCorners: Bool {
    sheet.prints.map(\.quad) == (sheet.accepted ?? detected?.sheet.prints)?.map(\.quad)
  }

  /// Whether a person should look at its outlines before they are accepted with those of others. Settings may have been
  /// chosen for all of them at once, and say nothing of the outlines.
  var hasUnseenOutlines: Bool {
    if hasUnseenChanges { return true }
    guard isAdjusted else { return needsReview }
    return sheet.accepted == nil && detected?.verdict != .sure && hasOldCorners
  }

  /// Why a person should look at the item although each of its prints is sure, or accepted. A filter finds it by these
  /// words.
  var reasonsForReview: [String] {
    var reasons: [String] = []
    if hasOutdatedScans || exported != nil && isAdjusted { reasons.append("changed since export") }
    if case .review(let confidence) = state {
      if detected?.outdated != nil {
        reasons.append("changed since it was accepted")
      } else if confidence ?? 0 >= Detection.sureConfidence {
        reasons.append("a print may be covered")
      }
    }
    if mayLieOnSide { reasons.append("may lie on its side") }
    return reasons
  }

  /// Whether a print was developed without a sign of which side is up, and wasn't turned.
  private var mayLieOnSide: Bool {
    guard let lying = detected?.lying, !lying.isEmpty, !isGone, !sheet.isSetAside else { return false }
    return sheet.prints.contains { print in
      print.settings.turn == 0 && lying.contains { $0.isSamePrint(as: print) }
    }
  }

  /// Whether its prints can be accepted as they are.
  var isAcceptable: Bool {
    detected != nil && !hasFailed && !isClip && !sheet.isSetAside && sheet.crossed == nil
  }

  /// Whether a person should look at the item.
  var needsReview: Bool {
    switch state {
    case .toDo, .nothing, .adjusted, .review, .unsaved: true
    case .sure: mayLieOnSide
    case .accepted, .exported, .failed, .setAside, .merged, .inMerge, .gone, .clip: false
    }
  }
}

extension RollItem.State {
  /// The state in a few words.
  package var words: String {
    switch self {
    case .toDo: "to do"
    case .nothing: "no print"
    case .adjusted: "adjusted"
    case .accepted: "accepted"
    case .exported: "exported"
    case .failed: "failed"
    case .setAside: "set aside"
    case .merged: "merged"
    case .inMerge: "in merge"
    case .gone: "deleted"
    case .unsaved: "not saved"
    case .clip: "clip"
    case .sure(let confidence): confidence.map { "sure \($0.percent)" } ?? "sure"
    case .review(let confidence): confidence.map { "review \($0.percent)" } ?? "review"
    }
  }
}
