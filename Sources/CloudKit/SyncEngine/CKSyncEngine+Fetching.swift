import Synchronization

/// Fetching: zones first, then what has changed in each.
extension CKSyncEngine {
  func fetch(_ asked: FetchChangesContext) async throws(CKError) {
    try await checkAccount()
    let options = await configuration.delegate.nextFetchChangesOptions(asked, syncEngine: self)
    let context = FetchChangesContext(reason: asked.reason, options: options)
    if asked.reason == .scheduled || options.scope == .all {
      state.machine.withLock { $0.schedule.needsFetch = false }
    }
    await tell(.willFetchChanges(Event.WillFetchChanges(context: context)))
    var failure: CKError?
    do throws(CKError) {
      try await fetchDatabase()
      failure = try await fetchZones(options)
    } catch {
      failure = error
    }
    await tell(.didFetchChanges(Event.DidFetchChanges(context: context)))
    guard let failure else {
      state.machine.withLock { $0.schedule.succeeded() }
      return
    }
    state.machine.withLock { $0.schedule.needsFetch = true }
    note(failure)
    if failure.concernsEverything { throw failure }
  }

  private func fetchDatabase() async throws(CKError) {
    var token = state.machine.withLock(\.progress.databaseToken)
    var isAnew = false
    var isMore = true
    while isMore {
      try checkIsSame()
      let page: CKDatabase.DatabaseChanges
      do {
        page = try await database.databaseChanges(since: token)
      } catch CKError.changeTokenExpired where !isAnew {
        (isAnew, token) = (true, nil)
        state.machine.withLock { $0.progress.beginAnew() }
        continue
      } catch {
        throw CKError(any: error)
      }
      await take(page)
      (token, isMore) = (page.changeToken, page.moreComing)
    }
  }

  private func take(_ page: CKDatabase.DatabaseChanges) async {
    let gone = state.machine.withLock { machine in
      machine.progress.take(
        changed: page.modifications.map(\.zoneID), ended: page.deletions.map(\.zoneID),
        token: page.changeToken, isMoreComing: page.moreComing)
    }
    let deletions =
      page.deletions
      + gone.map { CKDatabase.DatabaseChange.Deletion(zoneID: $0, reason: .deleted) }
    if !page.modifications.isEmpty || !deletions.isEmpty {
      await tell(
        .fetchedDatabaseChanges(
          Event.FetchedDatabaseChanges(modifications: page.modifications, deletions: deletions)))
    }
    await tellState()
  }

  // MARK: Zones

  /// - Returns: why one of the zones has to be looked at again.
  /// - Throws: where no other one can be looked at either.
  private func fetchZones(_ options: FetchChangesOptions) async throws(CKError) -> CKError? {
    var failure: CKError?
    for zone in state.machine.withLock({ $0.progress.toFetch(options) }) {
      await tell(.willFetchRecordZoneChanges(Event.WillFetchRecordZoneChanges(zoneID: zone)))
      var error: CKError?
      do throws(CKError) {
        try await fetchRecords(of: zone)
      } catch let thrown {
        error = thrown
      }
      if error?.code == .zoneNotFound || error?.code == .userDeletedZone {
        state.machine.withLock { $0.progress.forget(zone) }
      } else if let error {
        failure = error
      }
      await tell(
        .didFetchRecordZoneChanges(Event.DidFetchRecordZoneChanges(zoneID: zone, error: error)))
      await tellState()
      if let error, error.concernsEverything { throw error }
    }
    return failure
  }

  private func fetchRecords(of zone: CKRecordZone.ID) async throws(CKError) {
    var isAnew = false
    var isMore = true
    while isMore {
      try checkIsSame()
      let token = state.machine.withLock { $0.progress.token(of: zone) }
      let page: ZonePage
      do throws(CKError) {
        page = try await database.zoneChanges(in: zone, since: token, nil, limit: nil)
      } catch  where error.code == .changeTokenExpired && !isAnew {
        isAnew = true
        state.machine.withLock { $0.progress.beginAnew(zone) }
        continue
      }
      state.machine.withLock {
        $0.progress.take(page.token, of: zone, isMoreComing: page.isMoreComing)
      }
      if !page.records.isEmpty || !page.deletions.isEmpty {
        await tell(
          .fetchedRecordZoneChanges(
            Event.FetchedRecordZoneChanges(
              modifications: page.records.map {
                CKDatabase.RecordZoneChange.Modification(record: $0)
              }, deletions: page.deletions)))
      }
      await tellState()
      isMore = page.isMoreComing
    }
  }
}
