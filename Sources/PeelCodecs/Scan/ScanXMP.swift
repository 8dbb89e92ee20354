internal import PeelImaging

/// The XMP packet of a scan (ISO 16684-1).
extension ScanFile {
  /// The bytes of a file whose source begins with this text, which has no character that XML escapes.
  package static func source(beginning text: String) -> [UInt8] { Array("<dc:source>\(text)".utf8) }

  /// The end of the packet.
  package static let endOfPacket = "<?xpacket end=\"r\"?>"

  /// The packet with the scan's source, its caption and keywords, the photo's creators and rights, its date, which may lack a
  /// month or a day there, and the program that made it; nil without any of them.
  ///
  /// The photo's own words are left out if it would be larger than a JPEG's segment.
  var xmp: String? {
    let whole = packet
    guard let whole, whole.utf8.count > JPEGEncoder.Segment.largestPayload - JPEGSegments.xmpSignature.count else {
      return whole
    }
    var shorter = self
    shorter.words = Words()
    return shorter.packet
  }

  private var packet: String? {
    let properties: [(space: Namespace, name: String, value: String?)] = [
      (.dublinCore, "source", source?.escapedForXML),
      (.dublinCore, "description", (caption?.text ?? words.caption).map(Self.alternatives)),
      (.dublinCore, "subject", Self.list(subjects, "Bag")), (.dublinCore, "creator", Self.list(words.creators, "Seq")),
      (.dublinCore, "rights", words.rights.map(Self.alternatives)), (.photoshop, "DateCreated", taken?.text),
      (.xmp, "CreatorTool", software?.escapedForXML),
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

  /// The photo's keywords, and the scan's own that aren't among them.
  private var subjects: [String] {
    words.keywords + keywords.map(\.text).filter { !words.keywords.contains($0) }
  }

  /// A text that may have translations, of which this is the only one.
  private static func alternatives(_ text: String) -> String {
    "<rdf:Alt><rdf:li xml:lang=\"x-default\">\(text.escapedForXML)</rdf:li></rdf:Alt>"
  }

  /// A list of this kind: a bag's order means nothing, a sequence's does. nil for an empty one.
  private static func list(_ texts: [String], _ kind: String) -> String? {
    let items = texts.map { "<rdf:li>\($0.escapedForXML)</rdf:li>" }.joined()
    return texts.isEmpty ? nil : "<rdf:\(kind)>\(items)</rdf:\(kind)>"
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
