import GroveIdentity

extension RelayRules {
  /// A token for a device that has proven itself with a challenge nobody used before.
  ///
  /// - Parameter nonce: of the challenge, whose origin, age and signature have been checked. It is
  ///   taken and the token given in one transaction; the device has been seen. Tokens above the limit
  ///   give way, the oldest first.
  public static func signIn(
    _ session: Session, nonce: [UInt8], challengeExpiresAt: UInt64, now: UInt64,
    limits: RelayLimits, in reader: any RelayReader
  ) throws -> RelayAnswer<Void> {
    try decide {
      guard try reader.isListed(session.owner) else {
        throw RelayRefusal(.credentialsInvalid)
      }
      guard try !reader.isUsed(challenge: nonce) else { throw RelayRefusal(.challengeUsed) }
      let givingWay = try reader.olderSessions(
        of: session.owner, besides: limits.sessionsPerDevice - 1)
      return (
        (),
        givingWay.map { .deleteSession(tokenHash: $0) } + [
          .useChallenge(nonce: nonce, expiresAt: challengeExpiresAt), .insertSession(session),
          .sawDevice(session.owner, at: now),
        ]
      )
    }
  }

  /// The device a token stands for.
  public static func caller(tokenHash: [UInt8], now: UInt64, in reader: any RelayReader) throws
    -> Session?
  {
    guard let session = try reader.session(tokenHash), session.expiresAt > now,
      try reader.isListed(session.owner)
    else { return nil }
    return session
  }

  /// Ends one token; it is no harm if it has ended already.
  public static func signOut(tokenHash: [UInt8]) -> RelayAnswer<Void> {
    .done((), [.deleteSession(tokenHash: tokenHash)])
  }
}
