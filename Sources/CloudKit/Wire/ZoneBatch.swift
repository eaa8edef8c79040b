import Foundation
import GroveWire

/// Everything that one call changes in one zone, in the order in which it was named.
struct ZoneBatch: Sendable {
  let zone: CKRecordZoneID
  var drafts: [RecordDraft] = []
  var deletes: [CKRecordID] = []

  /// At most so many records, and bytes of them without files, in one call.
  static let mostItems = 400
  static let mostBytes = 2 << 20

  /// - Throws: `limitExceeded`, and `invalidArguments` for an item that is named twice.
  static func batches(
    saving records: [CKRecord], deleting ids: [CKRecordID],
    _ policy: CKModifyRecordsOperation.RecordSavePolicy
  ) throws(CKError) -> [ZoneBatch] {
    guard records.count + ids.count <= mostItems else {
      throw CKError(.limitExceeded, "At most 400 items are changed at once.")
    }
    guard Set(records.map(\.recordID) + ids).count == records.count + ids.count else {
      throw CKError(.invalidArguments, "An item is named twice.")
    }
    let drafts = records.map { RecordDraft($0, policy) }
    guard drafts.reduce(0, { $0 + $1.size }) <= mostBytes else {
      throw CKError(.limitExceeded, "At most 2 MiB are saved at once, without files.")
    }
    var batches: [ZoneBatch] = []
    func add(_ zone: CKRecordZoneID, _ change: (inout ZoneBatch) -> Void) {
      let index = batches.firstIndex { $0.zone == zone } ?? batches.endIndex
      if index == batches.endIndex { batches.append(ZoneBatch(zone: zone)) }
      change(&batches[index])
    }
    for draft in drafts { add(draft.record.recordID.zoneID) { $0.drafts.append(draft) } }
    for id in ids { add(id.zoneID) { $0.deletes.append(id) } }
    return batches
  }

  /// The same, with one error for each item.
  func failing(_ error: (CKRecordID) -> CKError) -> RecordChangeResults {
    RecordChangeResults(
      saved: drafts.map { ($0.record.recordID, .failure(error($0.record.recordID))) },
      deleted: deletes.map { ($0, .failure(error($0))) })
  }
}

/// What became of each record, in the order in which they were named.
struct RecordChangeResults: Sendable {
  var saved: [(CKRecordID, Result<CKRecord, CKError>)] = []
  var deleted: [(CKRecordID, Result<Void, CKError>)] = []
}

/// A batch that can be sent: what is wrong with some of its items is known already.
struct ZoneRequest: Sendable {
  var batch: ZoneBatch
  var body: ModifyRecords
  /// The files that were uploaded for it.
  let assets: [CKAsset: RecordAssetValue]
  /// What is not sent.
  var refused: [CKRecordID: CKError] = [:]

  /// - Parameters:
  ///   - assets: the files that were uploaded.
  ///   - lost: records whose files could not be.
  init(
    _ batch: ZoneBatch, at place: RecordZonePlace, isAtomic: Bool,
    assets: [CKAsset: RecordAssetValue], lost: [CKRecordID: CKError]
  ) {
    self.batch = batch
    self.assets = assets
    refused = lost
    var saves: [SaveRecord] = []
    for draft in batch.drafts where refused[draft.record.recordID] == nil {
      do throws(CKError) {
        saves.append(try draft.body(assets: assets))
      } catch {
        refused[draft.record.recordID] = error
      }
    }
    for id in batch.deletes where !WireNames.isName(id.recordName) {
      refused[id] = CKError(.invalidArguments, "A record's name has 1 to 255 characters.")
    }
    body = ModifyRecords(
      zone: place, saves: saves,
      deletes: batch.deletes.filter { [refused] in refused[$0] == nil }.map(\.recordName),
      checksTags: batch.drafts.first?.policy ?? .ifServerRecordUnchanged
        == .ifServerRecordUnchanged, isAtomic: isAtomic)
  }

  /// Whether nothing is to be sent: what is wrong with one item is wrong with all of an all-or-nothing batch.
  var isGivenUp: Bool {
    (body.isAtomic && !refused.isEmpty) || (body.saves.isEmpty && body.deletes.isEmpty)
  }

  /// What became of each item where nothing was sent.
  var givenUp: RecordChangeResults {
    batch.failing { refused[$0] ?? CKError(.batchFailed) }
  }

  /// What the server's answer says of each item. The records that were saved take over what it says.
  func results(
    _ answer: RecordsModified, _ place: DatabasePlace, _ files: StagedAssets.Files
  ) -> RecordChangeResults {
    var saved = answer.saved[...]
    var deleted = answer.deleted[...]
    var results = RecordChangeResults()
    for draft in batch.drafts {
      let id = draft.record.recordID
      let result =
        refused[id].map { .failure($0) } ?? self.result(saved.popFirst(), draft, place, files)
      results.saved.append((id, result))
    }
    for id in batch.deletes {
      let error = refused[id] ?? deleted.popFirst()?.code.map { CKError($0) }
      results.deleted.append((id, error.map { .failure($0) } ?? .success(())))
    }
    return results
  }

  private func result(
    _ answer: RecordResult?, _ draft: RecordDraft, _ place: DatabasePlace,
    _ files: StagedAssets.Files
  ) -> Result<CKRecord, CKError> {
    guard let answer else { return .failure(CKError(.internalError, "An answer is missing.")) }
    let zone = batch.zone
    guard let code = answer.code else {
      guard let state = answer.record else {
        return .failure(CKError(.internalError, "An answer is missing."))
      }
      draft.adopt(place.content(state, in: zone, files))
      return .success(draft.record)
    }
    guard code == .recordChanged, let state = answer.record else { return .failure(CKError(code)) }
    return .failure(
      CKError(
        .serverRecordChanged, code.title,
        [
          CKRecordChangedErrorServerRecordKey: place.record(state, in: zone, files),
          CKRecordChangedErrorClientRecordKey: draft.clientRecord,
          CKRecordChangedErrorAncestorRecordKey: draft.ancestorRecord,
        ]))
  }
}
