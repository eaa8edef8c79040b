import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire
import RecordDomain

extension RecordCalls {
  /// Saves and deletes; who lost access with a share is cut off when this returns.
  func modify(_ batch: RecordBatch, for caller: Caller) async throws -> RecordsModified {
    let fresh = try batch.saves.filter { $0.type == .share }.map { _ in try freshShare() }
    let quota = core.configuration.recordQuota
    let answer = try await change(by: caller) {
      try RecordRules.modify(batch, fresh: fresh, quota: quota, for: $0, reading: $1)
    }
    let cut = try await cut(answer.revocations, by: caller)
    let shown = answer.saved.compactMap { result -> StoredRecord? in
      switch result {
      case .success(let record): record
      case .failure(let failure): failure.record
      }
    }
    let naming = try await naming(shown, in: batch.zone.container, fields: nil, for: caller)
    return RecordsModified(
      saved: zip(batch.saves, answer.saved).map { naming.body($0.name, $1) },
      deleted: zip(batch.deletes, answer.deleted).map { name, result in
        guard case .failure(let failure) = result else { return RecordResult(name: name.text) }
        return RecordResult(name: name.text, code: ProblemCode(rawValue: failure.refusal.rawValue))
      },
      cut: cut)
  }

  private func freshShare() throws -> ShareRules.Fresh {
    let epoch = core.random(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return ShareRules.Fresh(
      documentID: DocumentID(unchecked: core.random(DocumentID.byteCount)),
      collaborationID: try CollaborationID(Base64URL.encode(core.random(16))), epoch: epoch)
  }

  private func cut(_ revocations: [Revocation], by caller: Caller) async throws
    -> IdentitiesUpdated.Cut?
  {
    var all: IdentitiesUpdated.Cut?
    for revocation in revocations {
      let one = try await core.cut(revocation, revocation.reason(by: caller.account))
      all = all.map { $0.joined(with: one) } ?? one
    }
    return all
  }

  func make(_ name: String, in container: ContainerID, for caller: Caller) async throws
    -> RecordZoneResult
  {
    try await zoneResult(name) { zone in
      let id = ZoneID(unchecked: core.random(ZoneID.byteCount))
      _ = try await change(by: caller) {
        try ZoneRules.make(zone, in: container, id: id, for: $0, reading: $1)
      }
      return RecordZoneState(name: name)
    }
  }

  func delete(_ name: String, in container: ContainerID, for caller: Caller) async throws
    -> RecordZoneResult
  {
    try await zoneResult(name) { zone in
      let revocations = try await change(by: caller) {
        try ZoneRules.delete(zone, in: container, for: $0, reading: $1)
      }
      _ = try await cut(revocations, by: caller)
      return nil
    }
  }

  /// What is wrong with one zone is said of that one; that nothing can be done at all is thrown.
  private func zoneResult(
    _ name: String, _ make: (ZoneName) async throws -> RecordZoneState?
  ) async throws -> RecordZoneResult {
    let zone = try Problem.refusing("zone") { try ZoneName(name) }
    do {
      return RecordZoneResult(name: name, zone: try await make(zone))
    } catch let refusal as RecordRefusal
      where refusal != .unauthenticated && refusal != .accountDisabled
    {
      return RecordZoneResult(name: name, code: ProblemCode(rawValue: refusal.rawValue))
    }
  }
}

extension IdentitiesUpdated.Cut {
  /// Of two shares that one request changed: whoever lost both is named once, and nobody where one has ended.
  fileprivate func joined(with other: Self) -> Self {
    let labels = accountLabels.flatMap { mine in
      other.accountLabels.map { more in mine + more.filter { !mine.contains($0) } }
    }
    return Self(
      accounts: accounts + other.accounts, accountLabels: labels, streams: streams + other.streams,
      microseconds: max(microseconds, other.microseconds), nodes: other.nodes)
  }
}

extension Revocation {
  /// A participant leaves a share by deleting its record; its owner ends it for everybody so, or closes its link.
  fileprivate func reason(by caller: AccountLabel) -> StreamEnded.Reason {
    switch lost {
    case .everyone: .stopped
    case .accounts(let accounts): accounts == [caller] ? .left : .removed
    }
  }
}
