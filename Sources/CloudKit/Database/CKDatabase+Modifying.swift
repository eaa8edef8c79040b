import Foundation
import GroveClient
import GroveWire

extension CKDatabase {
  /// Saves and deletes: one transaction for each zone.
  /// - Throws: where nothing could be done. What the network did to a later zone is said of that zone's items.
  func modify(
    saving records: [CKRecord], deleting ids: [CKRecordID],
    _ policy: CKModifyRecordsOperation.RecordSavePolicy, atomically: Bool
  ) async throws(CKError) -> RecordChangeResults {
    let batches = try ZoneBatch.batches(saving: records, deleting: ids, policy)
    guard !batches.isEmpty else { return RecordChangeResults() }
    let place = try await place()
    var results = RecordChangeResults()
    for batch in batches {
      let done: RecordChangeResults
      do {
        done = try await modify(batch, at: place, atomically: atomically)
      } catch  where error.concernsEverything && results.saved.isEmpty && results.deleted.isEmpty {
        throw error
      } catch {
        done = batch.failing { _ in error }
      }
      results.saved += done.saved
      results.deleted += done.deleted
    }
    return results.ordered(saving: records, deleting: ids)
  }

  private func modify(_ batch: ZoneBatch, at place: DatabasePlace, atomically: Bool)
    async throws(CKError) -> RecordChangeResults
  {
    let zone = try place.zone(batch.zone)
    let staged = StagedAssets(context: context)
    let (assets, lost) = try await staged.upload(batch.drafts)
    let request = ZoneRequest(
      batch, at: zone, isAtomic: atomically, assets: assets, lost: lost)
    if request.isGivenUp { return request.givenUp }
    let answer = try await context.ask { [context] client throws(ClientError) in
      try await client.modifyRecords(request.body, in: context.identifier)
    }
    // What others have changed meanwhile may have come with files of theirs.
    let known = batch.drafts.reduce(into: StagedAssets.Files()) {
      $0.merge($1.files(assets)) { one, _ in one }
    }
    let files = try? await staged.files(
      of: answer.saved.compactMap(\.record), in: zone, known: known)
    return request.results(answer, place, files ?? known)
  }
}

extension RecordChangeResults {
  /// Zones were changed one after the other; the answer is in the order of the call.
  fileprivate func ordered(saving records: [CKRecord], deleting ids: [CKRecordID])
    -> RecordChangeResults
  {
    let saves = Dictionary(saved) { first, _ in first }
    let deletes = Dictionary(deleted) { first, _ in first }
    return RecordChangeResults(
      saved: records.compactMap { record in saves[record.recordID].map { (record.recordID, $0) } },
      deleted: ids.compactMap { id in deletes[id].map { (id, $0) } })
  }
}
