import GroveClient
import GroveIdentity
import GroveMessage
import GroveWire
import Synchronization

/// Signs a device in by its identity key and keeps the token until it is refused or nearly over
/// (design 6). The token lives in memory only.
final class DeviceSignIn: CredentialSource {
  private struct Token: Redacted {
    var text: String
    var expiresAt: UInt64
  }

  private let relay: RelayClient
  private let accountID: AccountID
  private let identityKey: SigningKey
  private let now: @Sendable () -> UInt64
  private let token = Mutex<Token?>(nil)

  /// - Parameter relay: without credentials.
  init(
    relay: RelayClient, accountID: AccountID, identityKey: SigningKey,
    now: @escaping @Sendable () -> UInt64
  ) {
    self.relay = relay
    self.accountID = accountID
    self.identityKey = identityKey
    self.now = now
  }

  func headers() async throws(ClientError) -> [ClientHeader] {
    let now = now()
    if let known = token.withLock({ $0 }), known.expiresAt > now { return fields(known) }
    let fresh = try await signIn(at: now)
    token.withLock { $0 = fresh }
    return fields(fresh)
  }

  /// Two calls refused with one token sign in once: the second finds another token in place.
  func renew(_ refused: [ClientHeader]) async throws(ClientError) -> Bool {
    token.withLock { token in
      if let known = token, fields(known) == refused { token = nil }
    }
    return true
  }

  private func signIn(at now: UInt64) async throws(ClientError) -> Token {
    let deviceID = DeviceID(identityKey: identityKey.publicKey)
    let given = try await relay.signInChallenge(account: accountID, device: deviceID)
    let signature: [UInt8]
    do {
      signature = try RelaySignIn(
        relay: relay.origin, accountID: accountID, deviceID: deviceID,
        challenge: given.challenge.bytes
      ).sign(with: identityKey)
    } catch {
      throw .badAnswer("the sign-in challenge cannot be signed")
    }
    let answer = try await relay.signIn(
      SignIn(
        accountID: accountID, deviceID: deviceID, challenge: given.challenge,
        signature: Base64URLBytes(signature)))
    // A minute early, so that a request on its way does not meet the end.
    let lifetime = UInt64(max(0, answer.expiresIn)) * 1000
    return Token(text: answer.token, expiresAt: now + max(lifetime, 61_000) - 60_000)
  }

  private func fields(_ token: Token) -> [ClientHeader] {
    [ClientHeader("Authorization", "Bearer \(token.text)")]
  }
}
