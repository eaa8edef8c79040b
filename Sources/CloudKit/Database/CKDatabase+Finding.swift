import Foundation
import GroveClient
import GroveWire

extension CKDatabase {
  /// Records by their names, each in its place.
  /// - Parameter keys: the fields that are wanted; nil: all; none: what the server says only.
  func find(_ ids: [CKRecordID], _ keys: [CKRecord.FieldKey]?) async throws(CKError)
    -> [(CKRecordID, Result<CKRecord, CKError>)]
  {
    guard ids.count <= ZoneBatch.mostItems else {
      throw CKError(.limitExceeded, "At most 400 records are looked up at once.")
    }
    guard !ids.isEmpty else { return [] }
    let place = try await place()
    var found: [CKRecordID: Result<CKRecord, CKError>] = [:]
    for zone in Set(ids.map(\.zoneID)) {
      let wanted = Set(ids.filter { $0.zoneID == zone })
      do {
        found.merge(try await find(wanted, in: zone, keys, place)) { _, new in new }
      } catch  where error.concernsEverything && found.isEmpty {
        throw error
      } catch {
        for id in wanted { found[id] = .failure(error) }
      }
    }
    return ids.map { ($0, found[$0] ?? .failure(CKError(.unknownItem))) }
  }

  private func find(
    _ ids: Set<CKRecordID>, in zone: CKRecordZoneID, _ keys: [CKRecord.FieldKey]?,
    _ place: DatabasePlace
  ) async throws(CKError) -> [CKRecordID: Result<CKRecord, CKError>] {
    let address = try place.zone(zone)
    var found: [CKRecordID: Result<CKRecord, CKError>] = [:]
    // A name that none can have is that of no record.
    var waiting = ids.map(\.recordName).filter(WireNames.isName).sorted()
    while !waiting.isEmpty {
      let body = LookUpRecords(zone: address, names: waiting, fields: Self.fields(keys))
      let answer = try await context.ask { [context] client throws(ClientError) in
        try await client.records(body, in: context.identifier)
      }
      // What does not fit into one answer is asked for again.
      let isLate = { (result: RecordResult) in result.code == .limitExceeded }
      let files = try await StagedAssets(context: context).files(
        of: answer.results.compactMap(\.record), in: address)
      for result in answer.results where !isLate(result) {
        let id = CKRecordID(recordName: result.name, zoneID: zone)
        found[id] = Self.result(result, in: zone, place, files)
      }
      let late = answer.results.filter(isLate).map(\.name)
      guard late.count < waiting.count else {
        throw CKError(.internalError, "The server answers nothing of what was asked.")
      }
      waiting = late
    }
    return found
  }

  private static func result(
    _ result: RecordResult, in zone: CKRecordZoneID, _ place: DatabasePlace,
    _ files: StagedAssets.Files
  ) -> Result<CKRecord, CKError> {
    if let state = result.record, result.code == nil {
      return .success(place.record(state, in: zone, files))
    }
    return .failure(CKError(result.code ?? .unknownItem))
  }

  /// The wanted fields that a record can have.
  static func fields(_ keys: [CKRecord.FieldKey]?) -> [String]? {
    keys.map { Set($0.filter(WireNames.isField)).sorted() }
  }
}
