import GroveIdentity
import GroveMessage
import GroveServing
import GroveWire
import RelayDomain

extension GroveRouter where Authenticator == RelayAuthenticator {
  /// A device signs a challenge and gets a short-lived token (design 6, decision 0003).
  func addSignInRoutes(_ relay: Relay, _ rates: RelayRates) {
    let limits = RouteLimits(body: 4096, perAddress: rates.signIn)
    // Answered alike for devices that exist and for those that do not.
    onPublic(RelayRoutes.signInChallenge, limits: limits) { request in
      let device = DeviceAddress(
        account: request.body.accountID, device: request.body.deviceID)
      let challenge = relay.challenges.issue(
        to: device, nonce: relay.random(16),
        expiresAt: relay.now() + relay.limits.challengeLifetime)
      return SignInChallenge(
        challenge: Base64URLBytes(challenge),
        expiresIn: Int(relay.limits.challengeLifetime / 1000))
    }
    onPublic(RelayRoutes.signIn, limits: limits) { try await relay.signIn($0.body) }
    on(RelayRoutes.signOut) { _, caller in
      try await relay.change(by: caller) { _, _ in RelayRules.signOut(tokenHash: caller.tokenHash) }
      try await relay.cut(
        StreamCut(
          accounts: [caller.address.account.base64url], sessions: [caller.session],
          reason: .signedOut))
      return NoBody()
    }
  }
}

extension Relay {
  /// - Throws: `challenge_invalid`, `challenge_expired`, `challenge_used`; `credentials_invalid`
  ///   for a wrong signature and for a device that is not listed, without telling them apart.
  func signIn(_ body: SignIn) async throws -> RelayToken {
    let device = DeviceAddress(account: body.accountID, device: body.deviceID)
    let challenge = try challenges.open(body.challenge.bytes, from: device, now: now())
    let key = try await store.read { try $0.identityKey(of: device) }
    let signed = try RelaySignIn(
      relay: origin, accountID: device.account, deviceID: device.device,
      challenge: body.challenge.bytes)
    guard let key, signed.isValidSignature(body.signature.bytes, by: key) else {
      throw RelayRefusal(.credentialsInvalid)
    }
    let token = random(RelayTokens.byteCount)
    let lifetime = limits.tokenLifetime
    try await change { reader, now in
      let session = Session(
        tokenHash: RelayTokens.hash(of: token), owner: device, expiresAt: now + lifetime)
      return try RelayRules.signIn(
        session, nonce: challenge.nonce, challengeExpiresAt: challenge.expiresAt, now: now,
        limits: limits, in: reader)
    }
    return RelayToken(token: RelayTokens.text(of: token), expiresIn: Int(lifetime / 1000))
  }
}
