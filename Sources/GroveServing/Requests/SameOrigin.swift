import GroveWire
import HTTPTypes

/// The defence against requests that another page makes with our cookie.
///
/// A request that may change something and comes with a cookie must say that it comes from our own
/// origin: by `Sec-Fetch-Site` (Fetch Metadata), which pages cannot forge, else by `Origin`
/// (RFC 6454). Saying neither is a refusal.
struct SameOrigin: Sendable {
  let publicOrigin: String

  /// - Throws: `forbidden`.
  func check(_ head: HTTPRequest, _ kind: Credential.Kind) throws(Problem) {
    guard kind == .cookie, !Self.safe.contains(head.method) else { return }
    if let name = HTTPField.Name("Sec-Fetch-Site"), let site = head.headerFields[name] {
      guard site == "same-origin" else { throw Problem(.forbidden, detail: "other origin") }
      return
    }
    guard let name = HTTPField.Name("Origin"), head.headerFields[name] == publicOrigin else {
      throw Problem(.forbidden, detail: "other origin")
    }
  }

  private static let safe: Set<HTTPRequest.Method> = [.get, .head, .options]
}
