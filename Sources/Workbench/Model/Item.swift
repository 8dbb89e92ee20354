import Imaging

/// A decoded photo and what it is drawn from.
public struct LoadedPhoto: Equatable, Sendable {
  public let photo: Photo
  public let rendition: Rendition
  /// What was dropped on reading it, in plain words.
  public let warnings: [String]

  /// Reduces the photo for drawing: to be done off the main thread.
  public init(_ photo: Photo, warnings: [String] = []) {
    self.photo = photo
    self.warnings = warnings
    rendition = Rendition(photo)
  }
}

/// What the detector says of a photo.
public struct Detected: Equatable, Sendable {
  public var verdict: Detection.Verdict
  public var sheet: Sheet

  public init(_ detection: Detection, in photo: Photo) {
    verdict = detection.verdict
    sheet = Sheet(detection, width: photo.width, height: photo.height)
  }
}

/// A photo of the roll, and how far it has come.
public struct Item: Sendable {
  public enum Loading: Sendable {
    case waiting, running
    case done(LoadedPhoto)
    case failed(Sentence)
  }

  public enum Detecting: Sendable {
    case waiting, running
    case done(Detected)
  }

  public let name: String
  public var loading = Loading.waiting
  public var detecting = Detecting.waiting
  public var sheet = Sheet()
  /// Another shot of its burst was taken: going through the roll passes it over.
  public var isSetAside = false
  /// What the last export wrote.
  public var exported: [Outline]?

  public init(name: String) { self.name = name }

  public var photo: LoadedPhoto? {
    if case .done(let photo) = loading { photo } else { nil }
  }

  public var detected: Detected? {
    if case .done(let detected) = detecting { detected } else { nil }
  }

  public var isAdjusted: Bool { detected.map { $0.sheet.outlines != sheet.outlines } ?? false }

  /// Whether leaving now would lose what a person did.
  public var isUnsaved: Bool { isAdjusted && exported != sheet.prints }
}
