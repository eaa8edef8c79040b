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
    guard isOurs(head) == true else { throw Problem(.forbidden, detail: "other origin") }
  }

  /// For requests that begin a session: no other page may sign somebody in to an account of its
  /// choice. Programs, which say neither, may; no page can look like one of them.
  ///
  /// - Throws: `forbidden`.
  func checkSignIn(_ head: HTTPRequest) throws(Problem) {
    guard isOurs(head) != false else { throw Problem(.forbidden, detail: "other origin") }
  }

  /// Whether a cookie counts where what is read is a person's own files: what changes nothing may say nothing, but a
  /// request that says that it comes from elsewhere, or from no page at all, is not a page of ours asking.
  func isOfOwnPage(_ head: HTTPRequest) -> Bool {
    let isOurs = isOurs(head)
    return Self.safe.contains(head.method) ? isOurs != false : isOurs == true
  }

  /// Nil: the request does not say where it comes from.
  func isOurs(_ head: HTTPRequest) -> Bool? {
    if let name = HTTPField.Name("Sec-Fetch-Site"), let site = head.headerFields[name] {
      return site == "same-origin"
    }
    return HTTPField.Name("Origin").flatMap { head.headerFields[$0] }.map { $0 == publicOrigin }
  }

  private static let safe: Set<HTTPRequest.Method> = [.get, .head, .options]
}
