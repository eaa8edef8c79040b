import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire

extension GroveRouter where Authenticator == AppAuthenticator {
  /// Collaborations: prepare, look, options, end.
  func addSharingRoutes(_ core: CollaborationCore) {
    let limits = RouteLimits(perCaller: core.configuration.rates.sharing)
    on(CollaborationRoutes.prepareCollaboration, limits: limits) { request, caller in
      let (id, body) = (try request.documentID, request.body)
      let options = try SelectedShareOptions(body.options)
      let fresh = try core.freshCollaboration()
      let prepared = try await core.change(by: caller) { call, reader in
        try SharingRules.prepare(
          id, options: options, requestID: body.requestID, fresh: fresh, for: call,
          reading: reader)
      }
      core.wake(id)
      return CollaborationPrepared(
        link: core.configuration.link(to: prepared.collaborationID),
        collaborationID: prepared.collaborationID, epoch: DecimalUInt64(prepared.epoch),
        created: prepared.created)
    }
    on(CollaborationRoutes.collaboration) { request, caller in
      let id = try request.collaborationID
      return try core.collaboration(
        try await core.look(by: caller) { try SharingRules.look(at: id, for: $0, reading: $1) })
    }
    on(CollaborationRoutes.changeShareOptions, limits: limits) { request, caller in
      let id = try request.collaborationID
      let options = try SelectedShareOptions(request.body.options)
      let standing = try await core.change(by: caller) {
        try SharingRules.changeOptions(of: id, to: options, for: $0, reading: $1)
      }
      core.wake(standing.document.id)
      return try core.collaboration(standing)
    }
    on(CollaborationRoutes.endCollaboration, limits: limits) { request, caller in
      let id = try request.collaborationID
      let onlyUnused = try request.query.flag("ifUnused")
      let revocation = try await core.change(by: caller) {
        try SharingRules.end(id, onlyUnused: onlyUnused, for: $0, reading: $1)
      }
      return CollaborationEnded(cut: try await core.cut(revocation, .stopped))
    }
  }
}

extension CollaborationCore {
  /// 128 random bits for the identifier, 32 for the first epoch.
  func freshCollaboration() throws -> SharingRules.Fresh {
    SharingRules.Fresh(
      id: try CollaborationID(Base64URL.encode(random(16))),
      epoch: random(4).reduce(0) { $0 << 8 | UInt32($1) })
  }

  func collaboration(_ standing: AccessibleDocument) throws -> Collaboration {
    guard let collaboration = Collaboration(standing, link: configuration.link) else {
      throw Problem(.notFound)
    }
    return collaboration
  }
}
