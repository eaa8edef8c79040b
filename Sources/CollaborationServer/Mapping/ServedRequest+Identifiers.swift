import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire

extension ServedRequest {
  /// - Throws: `not_found` for what no document can be called: it is not there either.
  var documentID: DocumentID {
    get throws(Problem) { try fixed("documentID") }
  }

  /// - Throws: `not_found`.
  var knockID: KnockID {
    get throws(Problem) { try fixed("knockID") }
  }

  /// - Throws: `malformed` (protocol 2.8).
  var collaborationID: CollaborationID {
    get throws(Problem) { try parameter("collaborationID") { try CollaborationID($0) } }
  }

  private func fixed<Value: FixedBytes>(_ name: String) throws(Problem) -> Value {
    let text = try parameter(name)
    do {
      return try Value(Base64URL.decode(text))
    } catch {
      throw Problem(.notFound)
    }
  }
}
