import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire

extension GroveRouter where Authenticator == AppAuthenticator {
  /// The update log, its stream, and snapshots.
  func addUpdateRoutes(_ core: CollaborationCore) {
    let rates = core.configuration.rates
    // Base64 makes four characters of three bytes; the rest is room for the other members.
    let update = RouteLimits(body: 1_500_000, perCaller: rates.updates)
    on(CollaborationRoutes.appendUpdate, limits: update) { request, caller in
      let (id, body) = (try request.documentID, request.body)
      try TextValidation.bytes(body.data.bytes.count, 1 << 20, "data")
      let mentions = body.mentions ?? []
      guard mentions.count <= AppendUpdate.maximumMentions else {
        throw Problem(.limitExceeded, detail: "mentions")
      }
      guard Set(mentions).count == mentions.count else {
        throw Problem(.malformed, detail: "mentions")
      }
      try TextValidation.firstLines(body.firstLines, of: body.kind)
      let update = UpdateRules.Update(
        body.kind == .edit ? .edit : .comment, body.data.bytes, updateID: body.updateID,
        mentions: mentions, firstLines: body.firstLines)
      let sequence = try await core.change(by: caller) { call, reader in
        try UpdateRules.append(update, to: id, for: call, reading: reader)
      }
      core.wake(id)
      return UpdateAppended(sequence: DecimalUInt64(sequence))
    }
    onLarge(CollaborationRoutes.documentEvents) { request, caller, room in
      let (id, query) = (try request.documentID, try request.query)
      let after = try query.position("after") ?? 0
      let limit = try query.number("limit", in: 1...UpdateRules.pageEntries, default: 100)
      let share = try await room.take(DocumentEventText.maximumBytes)
      let text = try await core.look(by: caller) { call, reader -> Outcome<[UInt8]> in
        switch try UpdateRules.events(
          of: id, after: after, limit: limit, for: call, reading: reader)
        {
        case .failure(let refusal): .failure(refusal)
        case .success(let page): .success(try DocumentEventText.page(page))
        }
      }
      return LargeAnswer(text, share)
    }
    onStream(CollaborationRoutes.documentStream, core.live) { request, caller, registrar in
      let (id, position) = (try request.documentID, try request.resumePosition)
      // Registered first, then access is checked: a removal in between either is seen by the check
      // or finds the stream and cuts it.
      let handle = try registrar.open(
        group: id.streamGroup, account: caller.account.streamAccount,
        session: caller.session.streamSession)
      _ = try await core.look(by: caller) { call, reader in
        try UpdateRules.reading(of: id, after: position, for: call, reading: reader)
      }
      return OpenedStream(handle, feeding: DocumentFeed(core, caller, id, after: position))
    }
    addSnapshotRoutes(core)
  }

  private func addSnapshotRoutes(_ core: CollaborationCore) {
    let limits = RouteLimits(body: 11_400_000, perCaller: core.configuration.rates.snapshots)
    on(CollaborationRoutes.putSnapshot, limits: limits) { request, caller in
      let (id, body) = (try request.documentID, request.body)
      try TextValidation.bytes(body.data.bytes.count, 8 << 20, "data")
      let snapshot = SnapshotRecord(
        documentID: id, sequence: body.sequence.value, data: body.data.bytes)
      _ = try await core.change(by: caller) {
        try UpdateRules.putSnapshot(snapshot, for: $0, reading: $1)
      }
      return NoBody()
    }
    onLarge(CollaborationRoutes.snapshot) { request, caller, room in
      let id = try request.documentID
      let size = try await core.look(by: caller) {
        try UpdateRules.snapshotSize(of: id, for: $0, reading: $1)
      }
      let share = try await room.take(size * 4 / 3 + 1024)
      let text = try await core.look(by: caller) {
        try UpdateRules.snapshot(of: id, for: $0, reading: $1).map(DocumentEventText.snapshot)
      }
      return LargeAnswer(text, share)
    }
  }
}
