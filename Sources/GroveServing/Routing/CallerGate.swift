import GroveWire
import HTTPTypes
import Hummingbird

/// Finds out who calls, before anything else is looked at.
struct CallerGate<Authenticator: CallerAuthenticator>: Sendable {
  let authenticator: Authenticator
  let settings: RouterSettings

  /// - Throws: `unauthenticated`, `forbidden`, `rate_limited`.
  func admit(
    _ head: HTTPRequest, _ limiter: CallLimiter, _ context: GroveRequestContext
  ) async throws -> Authenticator.Caller {
    try limiter.count(address: settings.clientAddress(head.headerFields, context))
    guard
      let credential = Credential(
        headers: head.headerFields, cookieName: authenticator.cookieName)
    else { throw Problem(.unauthenticated) }
    try SameOrigin(publicOrigin: settings.publicOrigin).check(head, credential.kind)
    let caller = try await authenticator.caller(
      presenting: credential, headers: head.headerFields)
    context.connection?.recognise(as: authenticator.rateLimitKey(of: caller))
    try limiter.count(caller: authenticator.rateLimitKey(of: caller))
    return caller
  }
}
