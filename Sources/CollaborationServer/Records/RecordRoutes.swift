import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire
import RecordDomain

extension GroveRouter where Authenticator == AppAuthenticator {
  /// Records: zones, batches, look-ups, what has changed (decision 0029).
  func addRecordRoutes(_ core: CollaborationCore) {
    let calls = RecordCalls(core: core)
    // 400 records of base64 take a third more than their bytes.
    let limits = calls.limits(body: 4 << 20, core.configuration.rates.records)
    on(CollaborationRoutes.recordUser) { request, caller in
      let container = try calls.keptContainer(try request.parameter("container"))
      return RecordUserIdentity(user: try await calls.enter(container, for: caller).name.text)
    }
    on(CollaborationRoutes.modifyRecords, limits: limits) { request, caller in
      let container = try await calls.container(of: request.parameter("container"), for: caller)
      let body = request.body
      let batch = try Problem.refusing("batch") { try RecordBatch(body, in: container) }
      return try await calls.modify(batch, for: caller)
    }
    on(CollaborationRoutes.lookUpRecords, limits: calls.limits()) { request, caller in
      let container = try await calls.container(of: request.parameter("container"), for: caller)
      let body = request.body
      let zone = try Problem.refusing("zone") { try ZoneAddress(body.zone, in: container) }
      let names = try Problem.refusing("names") { try body.names.map { try RecordName($0) } }
      let found = try await calls.look(by: caller) {
        try RecordRules.fetch(names, in: zone, for: $0, reading: $1)
      }
      let naming = try await calls.naming(
        found.compactMap { try? $0.get() }, in: container, fields: body.fields, for: caller)
      return RecordsFound(results: zip(names, found).map { naming.body($0, $1) })
    }
    addZoneRoutes(calls)
    addFeedRoutes(calls)
    addShareRoutes(calls)
    addAssetRoutes(calls)
    addQueryRoutes(calls)
  }

  private func addZoneRoutes(_ calls: RecordCalls) {
    on(CollaborationRoutes.modifyRecordZones) { request, caller in
      let container = try await calls.container(of: request.parameter("container"), for: caller)
      let body = request.body
      guard body.save.count + body.delete.count <= RecordLimits.batchItems else {
        throw Problem(.limitExceeded)
      }
      var results: [RecordZoneResult] = []
      for name in body.save {
        results.append(try await calls.make(name, in: container, for: caller))
      }
      for name in body.delete {
        results.append(try await calls.delete(name, in: container, for: caller))
      }
      return RecordZoneResults(results: results)
    }
    on(CollaborationRoutes.lookUpRecordZones) { request, caller in
      let container = try await calls.container(of: request.parameter("container"), for: caller)
      let body = request.body
      let places = try Problem.refusing("zones") {
        try body.zones.map { try ZoneAddress($0, in: container) }
      }
      let found = try await calls.look(by: caller) {
        try ZoneRules.fetch(places, for: $0, reading: $1)
      }
      return RecordZoneResults(
        results: zip(body.zones, found).map { place, found in
          switch found {
          case .success(let zone): RecordZoneResult(name: place.name, zone: RecordZoneState(zone))
          case .failure(let refusal):
            RecordZoneResult(name: place.name, code: ProblemCode(rawValue: refusal.rawValue))
          }
        })
    }
  }

  private func addFeedRoutes(_ calls: RecordCalls) {
    on(CollaborationRoutes.zoneChanges, limits: calls.limits()) { request, caller in
      let container = try await calls.container(of: request.parameter("container"), for: caller)
      let body = request.body
      let zone = try Problem.refusing("zone") { try ZoneAddress(body.zone, in: container) }
      let limit = try PageLimit.of(body.limit, upTo: RecordLimits.pageEntries)
      // What is no token of ours is one of something else.
      let token = try body.token.map { token in try Problem.expired { try ZoneToken(token.bytes) } }
      let page = try await calls.look(by: caller) {
        try FeedRules.changes(
          in: zone, since: token, limit: limit, for: $0, reading: $1)
      }
      let naming = try await calls.naming(
        page.changes.compactMap(\.record), in: container, fields: body.fields, for: caller)
      return ZoneChanges(
        changes: page.changes.map { naming.body($0) }, token: Base64URLBytes(page.token.bytes),
        isMoreComing: page.isMoreComing)
    }
    on(CollaborationRoutes.databaseChanges) { request, caller in
      let container = try await calls.container(of: request.parameter("container"), for: caller)
      let body = request.body
      guard let scope = DatabaseToken.Scope(body.scope) else { throw Problem(.badDatabase) }
      let limit = try PageLimit.of(body.limit, upTo: RecordLimits.zones)
      // What others share is told at once: a page of it would be taken for all there is.
      guard scope == .private || body.limit == nil else {
        throw Problem(.malformed, detail: "limit")
      }
      let token = try body.token.map { token in
        try Problem.expired { try DatabaseToken(token.bytes) }
      }
      let page = try await calls.look(by: caller) {
        try FeedRules.changes(
          in: container, scope: scope, since: token, limit: limit, for: $0, reading: $1)
      }
      return DatabaseChanges(
        changed: page.changed.map { RecordZoneState($0) },
        ended: page.ended.map { EndedRecordZone($0) },
        token: Base64URLBytes(page.token.bytes), isMoreComing: page.isMoreComing)
    }
  }
}

extension Problem {
  fileprivate static func expired<Value>(_ make: () throws -> Value) throws(Problem) -> Value {
    do {
      return try make()
    } catch {
      throw Problem(.tokenExpired)
    }
  }
}

extension EndedRecordZone {
  init(_ shown: ShownZone) {
    self.init(
      owner: shown.owner?.text, name: shown.zone.key.name.text,
      reason: shown.zone.ending == .purged ? .purged : .deleted)
  }
}

extension RecordZoneState {
  init(_ shown: ShownZone) {
    self.init(
      owner: shown.owner?.text, name: shown.zone.key.name.text, share: shown.share?.text)
  }
}

extension DatabaseToken.Scope {
  fileprivate init?(_ scope: RecordScope) {
    switch scope {
    case .public: return nil
    case .private: self = .private
    case .shared: self = .shared
    }
  }
}

extension ZoneChange {
  fileprivate var record: StoredRecord? {
    if case .saved(let record) = self { return record }
    return nil
  }
}

extension RecordNaming {
  fileprivate func body(_ change: ZoneChange) -> ZoneChangeEntry {
    switch change {
    case .saved(let record): ZoneChangeEntry(record: body(record))
    case .deleted(let gone):
      ZoneChangeEntry(deleted: DeletedRecord(name: gone.name.text, type: gone.type.text))
    }
  }
}
