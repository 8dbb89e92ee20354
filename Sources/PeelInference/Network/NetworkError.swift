/// Why a network can't be used. The values say what is wrong, in a few words.
package enum NetworkError: Error, Equatable {
  /// The file is damaged, or contradicts itself.
  case damaged(String)
  /// The file has an operator, option or number format that isn't supported.
  case unsupported(String)
  /// The network would take more memory or time than is allowed.
  case tooLarge(String)
}

extension NetworkError: CustomStringConvertible {
  /// The message, to be printed after the network's name and a colon.
  package var description: String {
    switch self {
    case .damaged(let reason): "the network is damaged (\(reason))"
    case .unsupported(let what): "the network needs \(what), which is not supported"
    case .tooLarge(let what): "the network is too large (\(what))"
    }
  }
}
