/// Finds instant prints in a photo.
public struct Detector: Sendable {
  public init() {}

  public func detect(in photo: Photo) -> Detection {
    Detection(verdict: .none)
  }
}
