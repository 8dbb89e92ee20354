/// Everything that can happen to the live view.
package enum LiveAction: Equatable, Sendable {
  case shoot
  case toggleAutomatic
  case open
  case restart
  case toggleHelp
  case toggleList
  case dismiss
  case redraw, suspend, leave

  case seen(LiveFrame)
  case shot(Result<LiveShot, Sentence>)
  /// A shot to be merged was taken.
  case collected(CollectedShot)
  /// The source has ended. The sentence says why if it failed.
  case ended(Sentence?)
  /// The source is there again.
  case resumed
  /// A message for the person.
  case told(Sentence)
  /// A photo of the folder can't be read.
  case refused(String, Sentence)
  /// A photo that couldn't be read is gone.
  case forgotten(String)
  /// The time now, in seconds.
  case ticked(Double)
}

extension LiveAction {
  /// Whether a person asked for it.
  var isOfPerson: Bool {
    switch self {
    case .shoot, .toggleAutomatic, .open, .restart, .toggleHelp, .toggleList, .dismiss, .redraw, .suspend, .leave: true
    case .seen, .shot, .collected, .ended, .resumed, .told, .refused, .forgotten, .ticked: false
    }
  }
}

/// Work that the live view leaves to its caller.
package enum LiveEffect: Equatable, Sendable {
  /// Take the sharpest of the last steady frames: `.shot`.
  case shoot
  /// Take the sharpest of the last steady frames as a shot to be merged with others: `.collected`.
  case collect
  /// Merge the shots that were taken for that, and write the scan: `.shot`.
  case merge
  /// Forget the shots that were taken to be merged.
  case forget
  /// Open the last shot in the workbench.
  case open
  /// Read the source again, from its start if it has one.
  case restart
  case redraw, suspend, leave
}
