import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire

extension GroveRouter where Authenticator == AppAuthenticator {
  /// Asking for access without an identity (design 5.2).
  func addKnockRoutes(_ core: CollaborationCore) {
    on(
      CollaborationRoutes.knock, limits: RouteLimits(perCaller: core.configuration.rates.knocks)
    ) { request, caller in
      let (id, note) = (try request.collaborationID, request.body.note)
      if let note { try TextValidation.note(note) }
      let knock = KnockID(unchecked: core.random(KnockID.byteCount))
      try await core.change(by: caller) { call, reader in
        try KnockRules.knock(id, id: knock, note: note, for: call, reading: reader)
      }
      core.knockBox.noteKnock()
      return KnockReceived(received: true)
    }
    on(CollaborationRoutes.knocks) { request, caller in
      let (id, query) = (try request.collaborationID, try request.query)
      let limit = try query.number("limit", in: 1...200, default: 200)
      let after = try query.place(KnockID.self)
      // Who may not see them is refused first: nobody else can have a box emptied.
      _ = try await core.look(by: caller) {
        try KnockRules.list(id, after: nil, limit: 1, for: $0, reading: $1)
      }
      try await core.deliverKnocks(at: id)
      return KnockList(
        try await core.look(by: caller) { call, reader in
          try KnockRules.list(id, after: after, limit: limit, for: call, reading: reader)
        })
    }
    on(CollaborationRoutes.answerKnock) { request, caller in
      let (id, accept) = (try request.collaborationID, request.body.accept)
      let knock = try request.knockID
      let root = RootHash(unchecked: core.random(RootHash.byteCount))
      let document = try await core.change(by: caller) { call, reader in
        try KnockRules.answer(
          knock, in: id, accept: accept, root: root, for: call, reading: reader)
      }
      core.wake(document)
      return NoBody()
    }
  }
}
