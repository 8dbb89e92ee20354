/// Compiles only if peel has no target named Codecs.
public let codecs = "a user's own"
