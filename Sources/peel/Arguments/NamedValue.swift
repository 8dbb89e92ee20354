import ArgumentParser
import PeelCodecs
import PeelImaging
import PeelScanning

/// A value of an option that is chosen by its name. Letters may be in either case; the names themselves are in lower case.
public protocol NamedValue: ExpressibleByArgument, CaseIterable, RawRepresentable where RawValue == String {}

extension NamedValue {
  /// Reads a name.
  public init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}

extension Anaglyph.Colour: NamedValue {}
extension Fill: NamedValue {}
extension ScanCrop: NamedValue {}
extension ScanFile.Format: NamedValue {
  /// Reads a name, or an ending of such files: `jpg` is `jpeg`.
  public init?(argument: String) {
    let name = argument.lowercased()
    guard let format = Self.allCases.first(where: { $0.rawValue == name || $0.fileExtensions.contains(name) }) else {
      return nil
    }
    self = format
  }
}

extension ScanFile.Subsampling: NamedValue {}
extension ScanTurn: NamedValue {}
extension StereoLayout: NamedValue {}
extension WhiteBalance: NamedValue {}
