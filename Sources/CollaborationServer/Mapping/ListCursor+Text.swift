package import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire

/// A place in a list as its pages name it: opaque to clients, `1700000000000.<base64url>` here.
extension ListCursor {
  package var text: String { "\(at).\(id.base64url)" }

  /// - Throws: `malformed`.
  package init(text: String) throws {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw IdentityError(.malformed, "place") }
    self.init(
      at: try DecimalUInt64(text: String(parts[0])).value,
      id: try ID(Base64URL.decode(String(parts[1]))))
  }
}

extension QueryParameters {
  /// Where a list's page begins: after the page before.
  /// - Throws: `malformed`.
  func place<ID>(_ type: ID.Type) throws(Problem) -> ListCursor<ID>? {
    guard let text = self["after"] else { return nil }
    return try Problem.refusing("query parameter after") { try ListCursor<ID>(text: text) }
  }
}
