import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire
import HTTPTypes

extension GroveRouter where Authenticator == AppAuthenticator {
  /// Where an account is signed in, and signing out: of this session, of another, of all.
  func addSessionRoutes(_ core: CollaborationCore) {
    on(CollaborationRoutes.sessions) { _, caller in
      let (sessions, codeExpiresAt) = try await core.look(by: caller) { call, reader in
        let codeExpiresAt = try SignInCodeRules.goodUntil(call, reading: reader)
        return try SessionRules.list(call, reading: reader)
          .flatMap { sessions in codeExpiresAt.map { (sessions, $0) } }
      }
      let now = core.now()
      return SessionList(
        sessions: sessions.map { SessionEntry($0, isCurrent: $0.hash == caller.session, now: now) },
        codeExpiresAt: codeExpiresAt.map { DecimalUInt64($0) })
    }
    onWithHeaders(CollaborationRoutes.endSession) { _, caller in
      try await core.end(caller) { try SessionRules.signOut($0, reading: $1) }
    }
    onWithHeaders(CollaborationRoutes.endSessions) { _, caller in
      try await core.end(caller) { try SessionRules.endAll($0, reading: $1) }
    }
    onWithHeaders(CollaborationRoutes.endOneSession) { request, caller in
      let id = try request.parameter("sessionID")
      return try await core.end(caller) { try SessionRules.end(id, $0, reading: $1) }
    }
  }
}

extension CollaborationCore {
  /// When it returns, no stream of the sessions is served any more. The cookie goes where the calling
  /// session is one of them.
  fileprivate func end(
    _ caller: Caller,
    _ rule:
      @escaping @Sendable (Call, any CollaborationReader) throws
      -> Decision<Outcome<[SessionHash]>>
  ) async throws -> Answer<NoBody> {
    let ended = try await change(by: caller, rule)
    try await cut(ended, of: caller.account)
    let isOver = ended.contains(caller.session) || ended.isEmpty
    return Answer(
      NoBody(), headers: isOver ? SessionCookie.clear(isSecure: configuration.isSecure) : [:])
  }

}

extension SessionEntry {
  /// - Parameter now: when the calling session, which asks, is used.
  fileprivate init(_ record: SessionRecord, isCurrent: Bool, now: UInt64) {
    self.init(
      sessionID: record.id, createdAt: DecimalUInt64(record.createdAt),
      lastUsedAt: DecimalUInt64(isCurrent ? now : record.lastUsedAt),
      expiresAt: DecimalUInt64(record.expiresAt), device: record.device, isCurrent: isCurrent)
  }
}
