import GroveIdentity
import GroveWire

/// What a document of the sample app begins with, for its cards (protocol 12.8).
enum FirstLines {
  /// Once a line is added: the newest line is the first, as a page shows them.
  ///
  /// - Parameter events: the whole log before it.
  /// - Returns: nil where somebody has written in a browser: what this program cannot read, or what stands above all
  ///   lines.
  static func after(_ line: String, in events: [DocumentEvent]) -> String? {
    of(events, beneath: [line])
  }

  /// As it stands; nil as above.
  static func of(_ events: [DocumentEvent]) -> String? { of(events, beneath: []) }

  private static func of(_ events: [DocumentEvent], beneath newest: [String]) -> String? {
    var lines = newest
    for event in events.reversed() where event.kind == .edit {
      guard let data = event.data, case .line(let text) = DocumentUpdate(.edit, data.bytes) else {
        return nil
      }
      lines.append(text)
    }
    return beginning(of: lines)
  }

  /// The first three lines with something in them, of at most 280 bytes, in whole characters.
  static func beginning(of texts: [String]) -> String {
    let lines = texts.lazy.flatMap { $0.split(whereSeparator: \.isNewline) }
      .map(Self.shown).filter { !$0.isEmpty }
    var rest = lines.prefix(AppendUpdate.maximumLines).joined(separator: "\n")[...]
    while rest.utf8.count > AppendUpdate.maximumFirstLines || rest.last?.isWhitespace == true {
      rest.removeLast()
    }
    return String(rest)
  }

  /// Without what could hide or move what people read.
  private static func shown(_ line: Substring) -> String {
    let scalars = line.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
    return String(String.UnicodeScalarView(scalars)).trimmingSpaces
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    let beginning = drop(while: \.isWhitespace)
    guard let end = beginning.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(beginning[...end])
  }
}
