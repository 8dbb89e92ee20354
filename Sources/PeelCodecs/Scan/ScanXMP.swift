internal import PeelImaging

/// The XMP packet of a scan (ISO 16684-1).
extension ScanFile {
  /// The bytes of a file whose source begins with this text, which has no character that XML escapes.
  package static func source(beginning text: String) -> [UInt8] { Array("<dc:source>\(text)".utf8) }

  /// The end of the packet.
  package static let endOfPacket = "<?xpacket end=\"r\"?>"

  /// The packet with the scan's source, its caption and keywords, its date, which may lack a month or a day there, and the
  /// program that made it; nil without any of them.
  var xmp: String? {
    let properties: [(space: Namespace, name: String, value: String?)] = [
      (.dublinCore, "source", source?.escapedForXML), (.dublinCore, "description", caption.map(Self.alternatives)),
      (.dublinCore, "subject", keywords.isEmpty ? nil : Self.bag(keywords)),
      (.photoshop, "DateCreated", taken?.text), (.xmp, "CreatorTool", software?.escapedForXML),
    ]
    let known = properties.filter { $0.value != nil }
    guard !known.isEmpty else { return nil }
    let spaces = Namespace.allCases.filter { space in known.contains { $0.space == space } }
    let names = spaces.map { " xmlns:\($0.prefix)=\"\($0.rawValue)\"" }.joined()
    let elements = known.map { space, name, value in
      "<\(space.prefix):\(name)>\(value ?? "")</\(space.prefix):\(name)>"
    }.joined()
    return """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about=""\(names)>\(elements)</rdf:Description></rdf:RDF></x:xmpmeta>
      \(Self.endOfPacket)
      """
  }

  /// The namespaces of the properties.
  enum Namespace: String, CaseIterable {
    case dublinCore = "http://purl.org/dc/elements/1.1/"
    case photoshop = "http://ns.adobe.com/photoshop/1.0/"
    case xmp = "http://ns.adobe.com/xap/1.0/"

    var prefix: String {
      switch self {
      case .dublinCore: "dc"
      case .photoshop: "photoshop"
      case .xmp: "xmp"
      }
    }
  }

  /// A text that may have translations, of which this is the only one.
  private static func alternatives(_ caption: Caption) -> String {
    "<rdf:Alt><rdf:li xml:lang=\"x-default\">\(caption.text.escapedForXML)</rdf:li></rdf:Alt>"
  }

  /// A list whose order means nothing.
  private static func bag(_ keywords: [Keyword]) -> String {
    "<rdf:Bag>\(keywords.map { "<rdf:li>\($0.text.escapedForXML)</rdf:li>" }.joined())</rdf:Bag>"
  }
}

extension String {
  /// The text escaped for the content of XML and HTML. Control characters are replaced because XML 1.0
  /// doesn't allow them even if escaped.
  package var escapedForXML: String {
    unicodeScalars.map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      default: String(character)
      }
    }.joined()
  }
}
