import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire

extension GroveRouter where Authenticator == AppAuthenticator {
  /// Who is here now.
  func addPresenceRoutes(_ core: CollaborationCore) {
    let limits = RouteLimits(perCaller: core.configuration.rates.presence)
    on(CollaborationRoutes.putPresence, limits: limits) { request, caller in
      try await core.enter(request.body, in: try request.documentID, by: caller)
      return NoBody()
    }
    on(CollaborationRoutes.presence) { request, caller in
      let id = try request.documentID
      _ = try await core.look(by: caller) { try DocumentRules.look(at: id, for: $0, reading: $1) }
      return Presence(core.presence.present(in: id, at: core.now()))
    }
    on(CollaborationRoutes.endPresence) { request, caller in
      let id = try request.documentID
      guard let text = try request.query["clientID"],
        let clientID = try? RequestID(Base64URL.decode(text))
      else { throw Problem(.malformed, detail: "query parameter clientID") }
      _ = try await core.look(by: caller) { try DocumentRules.look(at: id, for: $0, reading: $1) }
      core.leave(PresenceNews(document: id, clientID: clientID, of: caller))
      return NoBody()
    }
  }
}

extension CollaborationCore {
  /// - Throws: `malformed` for a lease outside 5...120 seconds, `limit_exceeded`.
  func enter(_ body: PutPresence, in id: DocumentID, by caller: Caller) async throws {
    try TextValidation.bytes(body.state.bytes.count, 4096, "state")
    let lease = body.leaseSeconds ?? PresenceTable.defaultLease
    guard PresenceTable.leaseRange.contains(lease) else {
      throw Problem(.malformed, detail: "leaseSeconds")
    }
    var news = PresenceNews(document: id, clientID: body.clientID, of: caller)
    news.state = body.state
    news.expiresAt = DecimalUInt64(now() + UInt64(lease) * 1000)
    guard try await enter(news) != .tooMany else {
      throw Problem(.limitExceeded, detail: "clients present")
    }
    tell(news)
  }
}
