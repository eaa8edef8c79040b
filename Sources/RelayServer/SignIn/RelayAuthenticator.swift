import GroveIdentity
package import GroveServing
import GroveWire
package import HTTPTypes
import RelayDomain

/// Bearer tokens of signed-in devices: one indexed look-up by the token's hash.
package struct RelayAuthenticator: CallerAuthenticator {
  let store: any RelayStore
  let now: @Sendable () -> UInt64

  package func caller(presenting credential: Credential, headers: HTTPFields) async throws
    -> RelayCaller
  {
    guard let hash = RelayTokens.hash(of: credential.token) else {
      throw Problem(.unauthenticated)
    }
    let now = now()
    let session = try await store.read { try RelayRules.caller(tokenHash: hash, now: now, in: $0) }
    guard let session else { throw Problem(.unauthenticated) }
    return RelayCaller(address: session.owner, tokenHash: hash)
  }

  package func rateLimitKey(of caller: RelayCaller) -> String { caller.address.account.base64url }
}
