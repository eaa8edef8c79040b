/// The name and labels of one series, cleaned for the text format.
struct SeriesKey: Hashable, Sendable {
  let name: String
  /// `route="prove",status="2xx"`, or nothing.
  let labels: String

  init(_ name: String, _ dimensions: [(String, String)]) {
    self.name = Self.cleaned(name)
    labels = dimensions.map { "\(Self.cleaned($0.0))=\"\(Self.escaped($0.1))\"" }
      .joined(separator: ",")
  }

  static func cleaned(_ name: String) -> String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "_" })
  }

  private static func escaped(_ value: String) -> String {
    value.reduce(into: "") { out, character in
      switch character {
      case "\\": out += "\\\\"
      case "\"": out += "\\\""
      case "\n": out += "\\n"
      default: out.append(character)
      }
    }
  }
}
