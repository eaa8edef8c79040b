/// A body as it may travel: every member, with the value that the document gives for its name, else
/// with one that its shape allows.
struct OpenAPIExample {
  let document: OpenAPIDocument

  /// As JSON on one line.
  func text(of shape: JSONShape, named member: String = "") -> String {
    if let value = document.examples[member] { return value }
    return switch shape {
    case .text, .sized, .label: "\"\(member.isEmpty ? "text" : member)\""
    case .bytes(let count): "\"\(bytes(count ?? 12))\""
    case .decimal: "\"7\""
    case .choice(let texts): "\"\(texts.first ?? "")\""
    case .integer, .number: "1"
    case .within(let range, let usual): "\(usual ?? range.lowerBound)"
    case .constant(let value): value
    case .boolean: "true"
    case .list(let element), .shortList(let element, _): "[\(text(of: element, named: member))]"
    case .object(let members): object(members)
    case .named(let name): text(of: document.shapes[name] ?? .object([]))
    }
  }

  private func object(_ members: [JSONShape.Member]) -> String {
    let texts = members.map { "\"\($0.name)\": \(text(of: $0.shape, named: $0.name))" }
    return "{\(texts.joined(separator: ", "))}"
  }

  /// Base64url of so many zero bytes, the first of which is not.
  private func bytes(_ count: Int) -> String {
    "Q" + String(repeating: "A", count: max((count * 4 + 2) / 3 - 1, 0))
  }
}
