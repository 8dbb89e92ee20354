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
extension ScanFile.Format: NamedValue {}
extension ScanFile.Subsampling: NamedValue {}
extension ScanTurn: NamedValue {}
extension StereoLayout: NamedValue {}
extension WhiteBalance: NamedValue {}
