import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire

extension GroveRouter where Authenticator == AppAuthenticator {
  /// Who belongs to a collaboration: identities, participants, leaving (protocol 9.3, 9.5).
  func addIdentityRoutes(_ core: CollaborationCore) {
    let rates = core.configuration.rates
    on(
      CollaborationRoutes.updateIdentities,
      limits: RouteLimits(body: 262_144, perCaller: rates.sharing)
    ) { request, caller in
      let (id, requestID) = (try request.collaborationID, request.body.requestID)
      let update = try IdentityRules.Update(request.body)
      let revocation = try await core.change(by: caller) { call, reader in
        try IdentityRules.update(
          update, of: id, requestID: requestID, for: call, reading: reader)
      }
      return IdentitiesUpdated(
        epoch: DecimalUInt64(revocation.epoch), cut: try await core.cut(revocation, .removed))
    }
    on(CollaborationRoutes.participants) { request, caller in
      let (id, query) = (try request.collaborationID, try request.query)
      let limit = try query.number("limit", in: 1...1000, default: 1000)
      let after = try query["after"].map { text in
        try Problem.refusing("query parameter after") { try RootHash(Base64URL.decode(text)) }
      }
      return ParticipantList(
        try await core.look(by: caller) { call, reader in
          try IdentityRules.participants(
            in: id, after: after, limit: limit, for: call, reading: reader)
        })
    }
    on(CollaborationRoutes.leave, limits: RouteLimits(perCaller: rates.sharing)) {
      request, caller in
      let id = try request.collaborationID
      let revocation = try await core.change(by: caller) {
        try IdentityRules.leave(id, for: $0, reading: $1)
      }
      return CollaborationEnded(cut: try await core.cut(revocation, .left))
    }
  }
}

extension IdentityRules.Update {
  /// - Throws: `limit_exceeded` above 1024 entries, `malformed` for another depth than 5 or a root
  ///   that is named twice, and for a person that is named by the very root that is added.
  init(_ body: UpdateIdentities) throws(Problem) {
    let (add, remove, replace) = (body.add ?? [], body.remove ?? [], body.replace ?? [])
    guard add.count + remove.count + replace.count <= IdentityRules.maximumEntries else {
      throw Problem(.limitExceeded, detail: "entries")
    }
    guard add.allSatisfy({ $0.depth == IdentityTree.depth }) else {
      throw Problem(.malformed, detail: "add.depth")
    }
    let pairs = replace.map { Replacement(old: $0.old, new: $0.new) }
    let named = add.compactMap { added in added.person.map { (added.root, $0) } }
    guard
      let update = Self(
        add: add.map(\.root), remove: remove, replace: pairs,
        persons: Dictionary(named) { first, _ in first }, only: body.only ?? false)
    else {
      throw Problem(.malformed, detail: "a root is named twice, or as its own person")
    }
    self = update
  }
}
