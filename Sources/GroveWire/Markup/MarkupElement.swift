/// The name of an element or attribute of XML: a namespace, which may be empty, and a word.
public struct MarkupName: Hashable, Sendable {
  public var namespace: String
  public var local: String

  public init(_ namespace: String, _ local: String) {
    self.namespace = namespace
    self.local = local
  }

  /// Of WebDAV (RFC 4918, section 21.1).
  public static func dav(_ local: String) -> MarkupName { MarkupName(davNamespace, local) }

  public static let davNamespace = "DAV:"
  static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"
  /// What language an element's text is in.
  public static let language = MarkupName(xmlNamespace, "lang")
}

/// An element of XML as a value: names are resolved, comments and processing instructions gone.
public struct MarkupElement: Hashable, Sendable {
  /// What stands in an element.
  public enum Node: Hashable, Sendable {
    case text(String)
    case element(MarkupElement)
  }

  public struct Attribute: Hashable, Sendable {
    public var name: MarkupName
    public var value: String

    public init(name: MarkupName, value: String) {
      self.name = name
      self.value = value
    }
  }

  public var name: MarkupName
  public var attributes: [Attribute]
  public var nodes: [Node]

  public init(_ name: MarkupName, attributes: [Attribute] = [], nodes: [Node] = []) {
    self.name = name
    self.attributes = attributes
    self.nodes = nodes
  }

  /// The elements in it, in their order.
  public var elements: [MarkupElement] {
    nodes.compactMap { node in if case .element(let element) = node { element } else { nil } }
  }

  /// The first element in it of a name.
  public func first(_ name: MarkupName) -> MarkupElement? { elements.first { $0.name == name } }

  /// The text right in it.
  public var text: String {
    nodes.reduce(into: "") { all, node in if case .text(let text) = node { all += text } }
  }
}

/// Writes XML.
public enum MarkupText {
  /// Text as it may stand in an element or, in double quotes, in an attribute.
  public static func escaped(_ text: String) -> String {
    var out = ""
    out.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      // A reader would make another character of it.
      case "\r", "\n", "\t": out += scalar == "\n" ? "\n" : "&#\(scalar.value);"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// An element that stands by itself: every namespace is declared in it, whatever is declared around it.
  public static func standing(_ element: MarkupElement) -> String {
    var out = ""
    write(element, within: nil, to: &out)
    return out
  }

  /// - Parameter outer: the namespace that the prefix `x` stands for; nil: it is not declared.
  private static func write(_ element: MarkupElement, within outer: String?, to out: inout String) {
    let namespace = element.name.namespace
    // Its prefix is always declared, and no other may stand for it (Namespaces in XML 1.0, section 3).
    let isOfXML = namespace == MarkupName.xmlNamespace
    let isDeclared = namespace.isEmpty || isOfXML || namespace == outer
    let tag = (isOfXML ? "xml:" : namespace.isEmpty ? "" : "x:") + element.name.local
    out += "<" + tag
    if !isDeclared { out += " xmlns:x=\"\(escaped(namespace))\"" }
    for (number, attribute) in element.attributes.enumerated() {
      let prefix: String
      switch attribute.name.namespace {
      case "": prefix = ""
      case MarkupName.xmlNamespace: prefix = "xml:"
      case let other:
        prefix = "a\(number):"
        out += " xmlns:a\(number)=\"\(escaped(other))\""
      }
      let value = escaped(attribute.value).split(separator: "\n", omittingEmptySubsequences: false)
      out += " \(prefix)\(attribute.name.local)=\"\(value.joined(separator: "&#10;"))\""
    }
    guard !element.nodes.isEmpty else {
      out += "/>"
      return
    }
    out += ">"
    let inner = namespace.isEmpty || isOfXML ? outer : namespace
    for node in element.nodes {
      switch node {
      case .text(let text): out += escaped(text)
      case .element(let element): write(element, within: inner, to: &out)
      }
    }
    out += "</\(tag)>"
  }
}
