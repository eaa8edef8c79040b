/// Where a client's credentials come from, and what to do when the server no longer takes them.
public protocol CredentialSource: Sendable {
  /// The header fields that say who calls. Secret.
  func headers() async throws(ClientError) -> [ClientHeader]

  /// The server answered `unauthenticated` to these fields.
  /// - Returns: true where `headers()` now gives others, so that the call is made once more.
  func renew(_ refused: [ClientHeader]) async throws(ClientError) -> Bool
}
