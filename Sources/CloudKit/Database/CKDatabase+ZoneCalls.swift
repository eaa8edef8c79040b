import Foundation
import GroveClient
import GroveWire

extension CKDatabase {
  typealias ZoneResults = [(CKRecordZoneID, Result<CKRecordZone, CKError>)]

  /// Makes and deletes zones of the private database, one after the other.
  func modify(saving zones: [CKRecordZone], deleting ids: [CKRecordZoneID]) async throws(CKError)
    -> (saved: ZoneResults, deleted: [(CKRecordZoneID, Result<Void, CKError>)])
  {
    guard databaseScope == .private else {
      throw CKError(.badDatabase, "Zones are made and deleted in the private database.")
    }
    guard zones.count + ids.count <= ZoneBatch.mostItems else {
      throw CKError(.limitExceeded, "At most 400 zones are changed at once.")
    }
    let place = try await place()
    let saving = zones.map { zone in (zone.zoneID, named(zone.zoneID, place)) }
    let deleting = ids.map { id in (id, named(id, place)) }
    var results: [RecordZoneResult] = []
    let body = ModifyRecordZones(
      save: saving.compactMap { try? $1.get().name },
      delete: deleting.compactMap { try? $1.get().name })
    if !body.save.isEmpty || !body.delete.isEmpty {
      results = try await context.ask { [context] client throws(ClientError) in
        try await client.modifyRecordZones(body, in: context.identifier).results
      }
    }
    var answers = results[...]
    let saved = saving.map { id, named in
      (id, named.flatMap { _ in Self.zone(answers.popFirst(), place) })
    }
    let deleted = deleting.map { id, named in
      (id, named.flatMap { _ in Self.deleted(answers.popFirst()) })
    }
    return (saved, deleted)
  }

  private func named(_ id: CKRecordZoneID, _ place: DatabasePlace)
    -> Result<RecordZonePlace, CKError>
  {
    do throws(CKError) {
      return .success(try place.zone(id))
    } catch {
      return .failure(error)
    }
  }

  private static func zone(_ answer: RecordZoneResult?, _ place: DatabasePlace)
    -> Result<CKRecordZone, CKError>
  {
    guard let state = answer?.zone else {
      return .failure(
        answer?.code.map { CKError($0) } ?? CKError(.internalError, "An answer is missing."))
    }
    return .success(place.zone(state))
  }

  private static func deleted(_ answer: RecordZoneResult?) -> Result<Void, CKError> {
    guard let answer else { return .failure(CKError(.internalError, "An answer is missing.")) }
    return answer.code.map { .failure(CKError($0)) } ?? .success(())
  }

  /// Zones by their names, each in its place.
  func find(_ ids: [CKRecordZoneID]) async throws(CKError) -> ZoneResults {
    guard ids.count <= ZoneBatch.mostItems else {
      throw CKError(.limitExceeded, "At most 400 zones are looked up at once.")
    }
    let place = try await place()
    var addresses: [RecordZonePlace] = []
    let names = ids.map { id in (id, named(id, place)) }
    for (_, name) in names {
      if let address = try? name.get(), !addresses.contains(address) { addresses.append(address) }
    }
    guard !addresses.isEmpty else {
      return names.map { ($0, $1.flatMap { _ in Self.zone(nil, place) }) }
    }
    let body = LookUpRecordZones(zones: addresses)
    let answer = try await context.ask { [context] client throws(ClientError) in
      try await client.recordZones(body, in: context.identifier).results
    }
    let found = Dictionary(zip(addresses, answer)) { first, _ in first }
    return names.map { id, name in (id, name.flatMap { Self.zone(found[$0], place) }) }
  }

  /// Every zone of the database. The server tells of zones by their changes; the one that is always there comes first.
  func allZones() async throws(CKError) -> [CKRecordZone] {
    let place = try await place()
    let standard = CKRecordZone.default()
    guard databaseScope != .public else { return [standard] }
    var found: [CKRecordZone] = databaseScope == .private ? [standard] : []
    var token: CKServerChangeToken?
    var isMore = true
    while isMore {
      let page = try await changes(since: token, limit: nil, place)
      found += page.changed.map { place.zone($0) }.filter { $0.zoneID != standard.zoneID }
      token = CKServerChangeToken(page.token)
      isMore = page.isMoreComing
    }
    return found
  }
}
