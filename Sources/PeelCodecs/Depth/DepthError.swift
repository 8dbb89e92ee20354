/// Why a photo's depth map can't be read.
public enum DepthError: Error, Equatable {
  /// The photo has no depth map of a kind that is read.
  case none
  /// The photo has no depth map of a kind that is read, and pictures that should follow it are missing: it was cut off or
  /// edited.
  case pictureMissing
  /// The photo is a pair for two eyes, without a map.
  case pair
  /// There is a map of a kind that isn't read; the value names it, such as "Samsung's without a size".
  case unread(String)
  /// The map, or what describes it, is damaged; the value says how.
  case damaged(String)
  /// All of the map is at one distance.
  case flat
  /// The map has other proportions than the photo.
  case otherShape(width: Int, height: Int)
  /// The map's own file can't be decoded.
  case codec(CodecError)
}

extension DepthError: CustomStringConvertible {
  /// The message, to be printed after a file's name and a colon.
  public var description: String {
    switch self {
    case .none: "there is no depth map in it"
    case .pictureMissing:
      "there is no depth map in it, and pictures that should follow it are missing: it was cut off or edited"
    case .pair: "it is a spatial photo, which has two pictures and no depth map"
    case .unread(let kind): "its depth map is of a kind that isn't read (\(kind))"
    case .damaged(let reason): "its depth map is damaged (\(reason))"
    case .flat: "its depth map is at the same distance everywhere"
    case .otherShape(let width, let height):
      "the depth map has \(width) × \(height) pixels, which are other proportions than the photo's"
    case .codec(let error): "its depth map cannot be decoded: \(error.description)"
    }
  }
}
