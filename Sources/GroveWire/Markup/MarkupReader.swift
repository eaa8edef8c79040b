/// Reads XML 1.0 with namespaces, and no more of it than WebDAV needs: UTF-8, no document type, and so no entities but
/// the five that XML has. What is not well-formed is refused, and what would take more than it should.
public struct MarkupReader {
  /// Why bytes are no XML that is read here.
  public struct Fault: Error, Hashable, Sendable {
    /// A fixed phrase.
    public let reason: String
  }

  /// Elements in one another.
  public static let depth = 32
  /// Elements in all.
  public static let elements = 4096
  /// Attributes of one element, declarations of namespaces among them.
  public static let attributes = 64
  /// Bytes of a namespace: what is written anew declares it with each name.
  public static let namespaceBytes = 512

  private struct Open {
    var element: MarkupElement
    /// As it was written.
    let tag: ArraySlice<UInt8>
    let namespaces: [String: String]
  }

  private var bytes: ArraySlice<UInt8>
  private var open: [Open] = []
  private var count = 0

  /// - Throws: `Fault`.
  public static func read(_ bytes: [UInt8]) throws(Fault) -> MarkupElement {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Fault(reason: "it is not UTF-8")
    }
    guard text.unicodeScalars.allSatisfy(isAllowed) else {
      throw Fault(reason: "it holds a character that XML does not have")
    }
    var reader = MarkupReader(bytes: lines(bytes)[...])
    return try reader.document()
  }

  private init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// Every end of a line as one line feed (XML 1.0, section 2.11), and no mark of the byte order.
  private static func lines(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var before: UInt8 = 0
    for byte in bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...] {
      if byte == 0x0D {
        out.append(0x0A)
      } else if byte != 0x0A || before != 0x0D {
        out.append(byte)
      }
      before = byte
    }
    return out
  }

  /// XML 1.0, section 2.2.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  // MARK: The document

  private mutating func document() throws(Fault) -> MarkupElement {
    if take("<?xml"), bytes.first.map(Self.isSpace) == true { try declaration() }
    var root: MarkupElement?
    while !bytes.isEmpty {
      if take("<!--") {
        try comment()
      } else if take("<?") {
        try instruction()
      } else if bytes.first == UInt8(ascii: "<") {
        guard root == nil else { throw Fault(reason: "it has more than one element") }
        root = try element()
      } else {
        guard let byte = bytes.popFirst(), Self.isSpace(byte) else {
          throw Fault(reason: "text stands outside of its element")
        }
      }
    }
    guard let root else { throw Fault(reason: "it has no element") }
    return root
  }

  private mutating func declaration() throws(Fault) {
    let text = try upTo("?>")
    let words = String(decoding: text, as: UTF8.self).lowercased()
      .replacing("'", with: "\"").filter { !$0.isWhitespace }
    guard words.hasPrefix("version=\"1.") else { throw Fault(reason: "it is not XML 1.0") }
    guard words.contains("encoding=") else { return }
    let isKnown = ["utf-8", "us-ascii"].contains { words.contains("encoding=\"\($0)\"") }
    guard isKnown else { throw Fault(reason: "it is not UTF-8") }
  }

  private mutating func comment() throws(Fault) {
    let text = try upTo("-->")
    let isDouble = zip(text, text.dropFirst()).contains { $0 == 0x2D && $1 == 0x2D }
    guard !isDouble, text.last != 0x2D else { throw Fault(reason: "a comment holds two hyphens") }
  }

  private mutating func instruction() throws(Fault) {
    let target = try name()
    guard !target.elementsEqual("xml".utf8), !target.contains(0x3A) else {
      throw Fault(reason: "a processing instruction has no name of its own")
    }
    let rest = try upTo("?>")
    guard rest.first.map(Self.isSpace) ?? true else {
      throw Fault(reason: "a processing instruction is not well-formed")
    }
  }

  // MARK: Elements

  /// The one that begins here, with all that is in it.
  private mutating func element() throws(Fault) -> MarkupElement {
    repeat {
      if let whole = try step() { return whole }
    } while !bytes.isEmpty
    throw Fault(reason: "an element does not end")
  }

  /// Reads one piece.
  /// - Returns: the outermost element, once it has ended.
  private mutating func step() throws(Fault) -> MarkupElement? {
    if take("</") { return try end() }
    if take("<!--") {
      try comment()
    } else if take("<![CDATA[") {
      add(.text(String(decoding: try upTo("]]>"), as: UTF8.self)))
    } else if take("<!") {
      throw Fault(reason: "it declares something, which is not read here")
    } else if take("<?") {
      try instruction()
    } else if take("<") {
      return try begin()
    } else {
      try text()
    }
    return nil
  }

  private mutating func begin() throws(Fault) -> MarkupElement? {
    count += 1
    guard count <= Self.elements, open.count < Self.depth else {
      throw Fault(reason: "it has too many elements")
    }
    let tag = try name()
    var raw: [(name: ArraySlice<UInt8>, value: String)] = []
    while true {
      let isApart = skipSpace()
      if take("/>") { return try close(opened(tag, raw)) }
      if take(">") {
        open.append(try opened(tag, raw))
        return nil
      }
      guard isApart, raw.count < Self.attributes else {
        throw Fault(reason: "an element is not well-formed, or has too many attributes")
      }
      raw.append(try attribute())
    }
  }

  private mutating func end() throws(Fault) -> MarkupElement? {
    let tag = try name()
    _ = skipSpace()
    guard take(">"), let last = open.popLast(), last.tag == tag else {
      throw Fault(reason: "an element ends that did not begin")
    }
    return close(last)
  }

  /// Puts an element that is complete where it belongs.
  private mutating func close(_ last: Open) -> MarkupElement? {
    guard !open.isEmpty else { return last.element }
    open[open.count - 1].element.nodes.append(.element(last.element))
    return nil
  }

  private mutating func attribute() throws(Fault) -> (ArraySlice<UInt8>, String) {
    let name = try name()
    _ = skipSpace()
    guard take("=") else { throw Fault(reason: "an attribute has no value") }
    _ = skipSpace()
    guard let quote = bytes.popFirst(), quote == 0x22 || quote == 0x27 else {
      throw Fault(reason: "an attribute's value has no quotes")
    }
    guard let end = bytes.firstIndex(of: quote) else { throw Fault(reason: "it ends too soon") }
    let raw = bytes[..<end]
    bytes = bytes[(end + 1)...]
    guard !raw.contains(UInt8(ascii: "<")) else {
      throw Fault(reason: "an attribute's value holds a <")
    }
    return (name, try resolved(raw.map { Self.isSpace($0) ? 0x20 : $0 }))
  }

  // MARK: Text

  private mutating func text() throws(Fault) {
    let end = bytes.firstIndex(of: UInt8(ascii: "<")) ?? bytes.endIndex
    let raw = bytes[..<end]
    bytes = bytes[end...]
    guard !Self.contains(raw, "]]>") else { throw Fault(reason: "text holds ]]>") }
    add(.text(try resolved(Array(raw))))
  }

  private mutating func add(_ node: MarkupElement.Node) {
    guard !open.isEmpty else { return }
    let place = open.count - 1
    if case .text(let more) = node, case .text(let before)? = open[place].element.nodes.last {
      open[place].element.nodes.removeLast()
      open[place].element.nodes.append(.text(before + more))
    } else if node != .text("") {
      open[place].element.nodes.append(node)
    }
  }

  /// With what its references stand for (XML 1.0, sections 4.1 and 4.6).
  private func resolved(_ raw: [UInt8]) throws(Fault) -> String {
    guard raw.contains(UInt8(ascii: "&")) else { return String(decoding: raw, as: UTF8.self) }
    var out: [UInt8] = []
    var rest = raw[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "&") else {
        out.append(byte)
        continue
      }
      guard let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
        throw Fault(reason: "a reference does not end")
      }
      out += try Self.character(String(decoding: rest[..<end], as: UTF8.self)).utf8
      rest = rest[(end + 1)...]
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func character(_ reference: String) throws(Fault) -> String {
    switch reference {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "apos": return "'"
    case "quot": return "\""
    default: break
    }
    let isHex = reference.hasPrefix("#x")
    let digits = reference.dropFirst(isHex ? 2 : 1)
    // The standard library's parser takes a sign for a digit.
    guard reference.hasPrefix("#"), digits.utf8.allSatisfy({ $0 != 0x2B && $0 != 0x2D }),
      let value = UInt32(digits, radix: isHex ? 16 : 10), let scalar = Unicode.Scalar(value),
      isAllowed(scalar)
    else { throw Fault(reason: "a reference stands for nothing that is known here") }
    return String(scalar)
  }
}

// MARK: Names

extension MarkupReader {
  private mutating func opened(
    _ tag: ArraySlice<UInt8>, _ raw: [(name: ArraySlice<UInt8>, value: String)]
  ) throws(Fault) -> Open {
    var namespaces = open.last?.namespaces ?? ["xml": MarkupName.xmlNamespace]
    var rest: [(name: ArraySlice<UInt8>, value: String)] = []
    var seen: Set<ArraySlice<UInt8>> = []
    for attribute in raw {
      guard seen.insert(attribute.name).inserted else {
        throw Fault(reason: "an element has an attribute twice")
      }
      if let prefix = Self.declared(by: attribute.name) {
        try Self.check(prefix, attribute.value)
        namespaces[prefix] = attribute.value
      } else {
        rest.append(attribute)
      }
    }
    let name = try Self.name(tag, in: namespaces, isAttribute: false)
    var attributes: [MarkupElement.Attribute] = []
    for attribute in rest {
      let name = try Self.name(attribute.name, in: namespaces, isAttribute: true)
      guard !attributes.contains(where: { $0.name == name }) else {
        throw Fault(reason: "an element has an attribute twice")
      }
      attributes.append(MarkupElement.Attribute(name: name, value: attribute.value))
    }
    return Open(
      element: MarkupElement(name, attributes: attributes), tag: tag, namespaces: namespaces)
  }

  /// The prefix that an attribute declares, which is empty for `xmlns`; nil for any other attribute.
  private static func declared(by name: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: name, as: UTF8.self)
    if text == "xmlns" { return "" }
    return text.hasPrefix("xmlns:") ? String(text.dropFirst(6)) : nil
  }

  /// Namespaces in XML 1.0, sections 2.2 and 3.
  private static func check(_ prefix: String, _ namespace: String) throws(Fault) {
    guard namespace.utf8.count <= namespaceBytes else {
      throw Fault(reason: "a namespace is too long")
    }
    let isOfXML = namespace == MarkupName.xmlNamespace
    guard prefix != "xmlns", namespace != "http://www.w3.org/2000/xmlns/",
      (prefix == "xml") == isOfXML, prefix.isEmpty || !namespace.isEmpty
    else { throw Fault(reason: "a namespace is declared that may not be") }
  }

  private static func name(
    _ raw: ArraySlice<UInt8>, in namespaces: [String: String], isAttribute: Bool
  ) throws(Fault) -> MarkupName {
    let parts = raw.split(separator: 0x3A, omittingEmptySubsequences: false)
    guard parts.count <= 2, let local = parts.last,
      parts.allSatisfy({ isName(String(decoding: $0, as: UTF8.self)) })
    else { throw Fault(reason: "a name is none") }
    let word = String(decoding: local, as: UTF8.self)
    guard parts.count == 2 else {
      return MarkupName(isAttribute ? "" : namespaces[""] ?? "", word)
    }
    guard let namespace = namespaces[String(decoding: parts[0], as: UTF8.self)] else {
      throw Fault(reason: "a prefix is not declared")
    }
    return MarkupName(namespace, word)
  }

  /// Namespaces in XML 1.0, section 3, of the characters of XML 1.0, section 2.3.
  private static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, begins(first) else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
      default: begins(scalar)
      }
    }
  }

  private static func begins(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D,
      0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF,
      0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF:
      true
    default: false
    }
  }

  // MARK: Bytes

  /// Up to whatever ends a name; whether it is one is looked at later.
  private mutating func name() throws(Fault) -> ArraySlice<UInt8> {
    let ends = " \t\n/>=<?\"'".utf8
    let name = bytes.prefix { !ends.contains($0) }
    guard !name.isEmpty else { throw Fault(reason: "a name is none") }
    bytes = bytes.dropFirst(name.count)
    return name
  }

  private mutating func skipSpace() -> Bool {
    let space = bytes.prefix(while: Self.isSpace).count
    bytes = bytes.dropFirst(space)
    return space > 0
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private mutating func take(_ text: StaticString) -> Bool {
    let isHere = text.withUTF8Buffer { bytes.starts(with: $0) }
    if isHere { bytes = bytes.dropFirst(text.utf8CodeUnitCount) }
    return isHere
  }

  private mutating func upTo(_ text: StaticString) throws(Fault) -> ArraySlice<UInt8> {
    guard let place = Self.place(of: text, in: bytes) else {
      throw Fault(reason: "it ends too soon")
    }
    let before = bytes[..<place]
    bytes = bytes[(place + text.utf8CodeUnitCount)...]
    return before
  }

  private static func contains(_ bytes: ArraySlice<UInt8>, _ text: StaticString) -> Bool {
    place(of: text, in: bytes) != nil
  }

  private static func place(of text: StaticString, in bytes: ArraySlice<UInt8>) -> Int? {
    text.withUTF8Buffer { wanted in
      bytes.indices.first { bytes[$0] == wanted[0] && bytes[$0...].starts(with: wanted) }
    }
  }
}
