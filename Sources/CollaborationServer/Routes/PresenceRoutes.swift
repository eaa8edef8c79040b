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
      let key = PresenceKey(document: id, account: caller.account, clientID: clientID)
      core.presence.end(key, at: core.now())
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
    while true {
      let generation = presence.generation
      let account = try await look(by: caller) { call, reader -> Outcome<AccountRecord> in
        switch try DocumentRules.look(at: id, for: call, reading: reader) {
        case .failure(let refusal): .failure(refusal)
        case .success: try AccountRules.me(call, reading: reader)
        }
      }
      let now = now()
      let entry = PresenceTable.Entry(
        account: caller.account, displayName: account.displayName, clientID: body.clientID,
        session: caller.session, state: body.state.bytes, expiresAt: now + UInt64(lease) * 1000)
      let put = presence.put(
        entry, isBackend: caller.isBackend, in: id, ifGeneration: generation, at: now)
      switch put {
      case .done: return
      case .checkAgain: continue
      case .tooMany: throw Problem(.limitExceeded, detail: "clients present")
      }
    }
  }
}
