import PeelPlatform

extension Terminal {
  /// Sets the user's locale, or C.UTF-8 if the system lacks that locale and its encoding is UTF-8.
  static func setLocale() {
    if unsafe setlocale(LC_ALL, "") != nil { return }
    for variable in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let value = unsafe getenv(variable).map({ unsafe String(cString: $0) }), !value.isEmpty else { continue }
      let name = value.lowercased()
      if name.hasSuffix("utf-8") || name.hasSuffix("utf8") { unsafe setlocale(LC_CTYPE, "C.UTF-8") }
      return
    }
  }
}
