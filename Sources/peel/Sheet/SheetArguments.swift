import ArgumentParser
import PeelImaging

extension PageSize: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }

  package var defaultValueDescription: String {
    Self.named.first { $0.value == self }?.key ?? "\(Int(width))x\(Int(height))"
  }
}
