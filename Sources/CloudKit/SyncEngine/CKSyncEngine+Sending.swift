import Synchronization

/// Sending: zones first, then records, a batch at a time.
extension CKSyncEngine {
  func send(_ context: SendChangesContext) async throws(CKError) {
    try await checkAccount()
    state.machine.withLock { $0.schedule.needsSend = false }
    await tell(.willSendChanges(Event.WillSendChanges(context: context)))
    var failure: CKError?
    do throws(CKError) {
      failure = try await sendAll(context)
      if failure == nil { state.machine.withLock { $0.schedule.succeeded() } }
    } catch {
      state.machine.withLock { $0.progress.giveBack() }
      await tellState()
      await tell(.didSendChanges(Event.DidSendChanges(context: context)))
      later(error)
      throw error
    }
    await tell(.didSendChanges(Event.DidSendChanges(context: context)))
    if let failure { later(failure) }
  }

  private func later(_ error: CKError) {
    state.machine.withLock { $0.schedule.needsSend = true }
    note(error)
  }

  /// - Returns: why it is to be gone on with later; nil where everything was sent or dropped.
  private func sendAll(_ context: SendChangesContext) async throws(CKError) -> CKError? {
    while true {
      while true {
        try checkIsSame()
        let zones = state.machine.withLock { $0.progress.beginZones(context.options.scope) }
        if zones.isEmpty { break }
        if let pause = try await send(zones) { return pause }
      }
      let batch = await configuration.delegate.nextRecordZoneChangeBatch(context, syncEngine: self)
      guard let batch, batch.count > 0 else { return nil }
      guard batch.changes.allSatisfy({ context.options.scope.contains($0) }) else {
        throw CKError(.invalidArguments, "A batch holds what the scope does not contain.")
      }
      try checkIsSame()
      if let pause = try await send(batch) { return pause }
    }
  }

  // MARK: Zones

  private func send(_ changes: [PendingDatabaseChange]) async throws(CKError) -> CKError? {
    var zones: [CKRecordZone] = []
    var ids: [CKRecordZone.ID] = []
    for change in changes {
      switch change {
      case .saveZone(let zone): zones.append(zone)
      case .deleteZone(let id): ids.append(id)
      }
    }
    let saved: CKDatabase.ZoneResults
    let deleted: [(CKRecordZone.ID, Result<Void, CKError>)]
    do throws(CKError) {
      (saved, deleted) = try await database.modify(saving: zones, deleting: ids)
    } catch {
      guard !error.concernsEverything else { throw error }
      saved = zones.map { ($0.zoneID, .failure(error)) }
      deleted = ids.map { ($0, .failure(error)) }
    }
    let failures = Self.failures(saved).merging(Self.failures(deleted)) { one, _ in one }
    state.machine.withLock { $0.progress.endZones(keeping: SyncFailure.kept(of: failures)) }
    let byID = Dictionary(zones.map { ($0.zoneID, $0) }) { one, _ in one }
    await tell(
      .sentDatabaseChanges(
        Event.SentDatabaseChanges(
          savedZones: saved.compactMap { try? $1.get() },
          failedZoneSaves: saved.compactMap { id, result in
            guard let error = result.failure, let zone = byID[id] else { return nil }
            return Event.SentDatabaseChanges.FailedZoneSave(zone: zone, error: error)
          },
          deletedZoneIDs: deleted.filter { $1.failure == nil }.map(\.0),
          failedZoneDeletes: Self.failures(deleted))))
    await tellState()
    return SyncFailure.pauses(failures.values)
  }

  // MARK: Records

  private func send(_ batch: RecordZoneChangeBatch) async throws(CKError) -> CKError? {
    state.machine.withLock { $0.progress.beginRecords(batch.changes) }
    let results: RecordChangeResults
    do throws(CKError) {
      results = try await database.modify(
        saving: batch.recordsToSave, deleting: batch.recordIDsToDelete, .ifServerRecordUnchanged,
        atomically: batch.atomicByZone)
    } catch {
      guard !error.concernsEverything else { throw error }
      results = RecordChangeResults(
        saved: batch.recordsToSave.map { ($0.recordID, .failure(error)) },
        deleted: batch.recordIDsToDelete.map { ($0, .failure(error)) })
    }
    let failures = Self.failures(results.saved).merging(Self.failures(results.deleted)) {
      one, _ in one
    }
    state.machine.withLock { $0.progress.endRecords(keeping: SyncFailure.kept(of: failures)) }
    let byID = Dictionary(batch.recordsToSave.map { ($0.recordID, $0) }) { one, _ in one }
    await tell(
      .sentRecordZoneChanges(
        Event.SentRecordZoneChanges(
          savedRecords: results.saved.compactMap { try? $1.get() },
          failedRecordSaves: results.saved.compactMap { id, result in
            guard let error = result.failure, let record = byID[id] else { return nil }
            return Event.SentRecordZoneChanges.FailedRecordSave(record: record, error: error)
          },
          deletedRecordIDs: results.deleted.filter { $1.failure == nil }.map(\.0),
          failedRecordDeletes: Self.failures(results.deleted))))
    await tellState()
    return SyncFailure.pauses(failures.values)
  }

  private static func failures<ID: Hashable, Value>(_ results: [(ID, Result<Value, CKError>)])
    -> [ID: CKError]
  {
    Dictionary(results.compactMap { id, result in result.failure.map { (id, $0) } }) { one, _ in one
    }
  }
}
