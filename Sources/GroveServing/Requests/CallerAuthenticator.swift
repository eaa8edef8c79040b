package import HTTPTypes

/// How a server turns a credential into a caller. Each server implements it.
package protocol CallerAuthenticator<Caller>: Sendable {
  /// Who calls, in the server's own terms.
  associatedtype Caller: Sendable

  /// The cookie that counts as a credential; nil where only bearer tokens do.
  var cookieName: String? { get }

  /// The caller who holds this credential, now. Asked once per request, before the body is read, so
  /// it should answer from memory or with one indexed look-up.
  ///
  /// - Throws: `Problem`, usually `unauthenticated`.
  func caller(presenting credential: Credential, headers: HTTPFields) async throws -> Caller

  /// What per-caller limits count; the account, not the credential.
  func rateLimitKey(of caller: Caller) -> String
}

extension CallerAuthenticator {
  package var cookieName: String? { nil }
}
