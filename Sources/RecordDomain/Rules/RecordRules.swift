public import CollaborationDomain
import GroveIdentity

/// Records: save, delete, fetch.
public enum RecordRules {
  /// Saves and deletes in one transaction.
  /// - Returns: what became of each, or why the batch was not looked at: `zoneNotFound`, `limitExceeded` for more
  ///   than 400 items, `invalidArguments` where a record is named twice, `quotaExceeded`.
  /// - Parameters:
  ///   - fresh: one for each share that the batch saves.
  ///   - quota: bytes that one account keeps in a container.
  public static func modify(
    _ batch: RecordBatch, fresh: [ShareRules.Fresh], quota: UInt64 = RecordLimits.quota,
    for call: Call, reading reader: any RecordReader
  ) throws -> RecordDecision<RecordOutcome<RecordBatch.Answer>> {
    try outcome {
      let access = try reader.reach(batch.zone, for: call)
      let names = batch.saves.map(\.name) + batch.deletes
      guard names.count <= RecordLimits.batchItems else { throw RecordRefusal.limitExceeded }
      guard Set(names).count == names.count else { throw RecordRefusal.invalidArguments }
      var work = BatchWork(batch, access: access, call: call, reader: reader)
      let draft = try work.decide()
      try draft.checkIndexes()
      let clock = try reader.clock(of: batch.zone.container)
      let made = draft.changes(after: clock)
      let shares = try draft.shareChanges(fresh: fresh, for: call)
      let isChanged = made.clock > clock || !shares.changes.isEmpty
      let answer = RecordBatch.Answer(
        saved: batch.saves.map { saved($0.name, made.records, work.failures) },
        deleted: batch.deletes.map { name in
          work.failures[name].map { .failure($0) } ?? .success(name)
        },
        revocations: shares.revocations, isChanged: isChanged)
      guard isChanged else { return RecordDecision(answer) }
      return RecordDecision(
        answer,
        changes: made.changes + shares.changes
          + (try reader.accounting(draft, in: access.zone, quota: quota, clock: made.clock)))
    }
  }

  private static func saved(
    _ name: RecordName, _ records: [RecordName: StoredRecord],
    _ failures: [RecordName: RecordFailure]
  ) -> Result<StoredRecord, RecordFailure> {
    if let failure = failures[name] { return .failure(failure) }
    guard let record = records[name] else { return .failure(RecordFailure(.unknownItem)) }
    return .success(record)
  }

  /// Records by their names, each in its place. Those after the one that reaches the bytes of a page are refused with
  /// `limitExceeded`, each by itself: they are asked for again.
  public static func fetch(
    _ names: [RecordName], in zone: ZoneAddress, for call: Call, reading reader: any RecordReader
  ) throws -> RecordOutcome<[Result<StoredRecord, RecordFailure>]> {
    try outcome(looking: {
      let access = try reader.reach(zone, for: call)
      guard names.count <= RecordLimits.batchItems else { throw RecordRefusal.limitExceeded }
      var bytes = 0
      return try names.map { name in
        guard bytes < RecordLimits.pageBytes else { return .failure(RecordFailure(.limitExceeded)) }
        guard let record = try reader.record(name, in: access.zone.id), access.sees(record) else {
          return .failure(RecordFailure(.unknownItem))
        }
        bytes += record.size
        return .success(record)
      }
    })
  }
}

extension RecordReader {
  /// The zone's and the account's rows after a change, and the container's clock.
  /// - Throws: `quotaExceeded` where the zone's owner would keep more than they may.
  func accounting(
    _ draft: ZoneDraft, in zone: ZoneRecord, quota: UInt64, clock: UInt64
  ) throws -> [RecordChange] {
    let (freed, taken) = draft.sizes
    var changed = zone
    changed.changedAt = clock
    changed.size = changed.size + taken - min(freed, changed.size + taken)
    // Public records are nobody's to answer for: together they take what one account may.
    guard zone.key.database.owner != nil || changed.size <= max(zone.size, quota)
    else {
      throw RecordRefusal.quotaExceeded
    }
    var changes: [RecordChange] = [
      .setClock(zone.key.database.container, clock), .putZone(changed),
    ]
    if let account = zone.key.database.owner,
      var owner = try user(account, in: zone.key.database.container)
    {
      let used = owner.used + taken - min(freed, owner.used + taken)
      guard used <= quota || used <= owner.used else {
        throw RecordRefusal.quotaExceeded
      }
      owner.used = used
      changes.append(.putUser(owner))
    }
    return changes
  }
}

extension ZoneDraft {
  /// - Throws: `limitExceeded` where a batch would bring more into the indexes than one transaction may.
  fileprivate func checkIndexes() throws {
    let before = before
    var count = 0
    for (name, record) in touched {
      guard let record else { continue }
      let old = (before[name] ?? nil)?.indexEntries ?? []
      count += record.indexEntries.subtracting(old).count
      guard count <= RecordLimits.indexEntries else { throw RecordRefusal.limitExceeded }
    }
  }

  /// Bytes of the records that go or are replaced, and of those that come.
  fileprivate var sizes: (freed: UInt64, taken: UInt64) {
    func size(_ records: [StoredRecord]) -> UInt64 { records.reduce(0) { $0 + $1.charge } }
    return (size(before.values.compactMap { $0 }), size(touched.values.compactMap { $0 }))
  }
}

/// Runs a rule whose early exits are thrown refusals, and gives the refusal back as an answer.
func outcome<Value: Sendable>(_ rule: () throws -> RecordDecision<Value>) throws
  -> RecordDecision<RecordOutcome<Value>>
{
  do {
    let decision = try rule()
    return RecordDecision(.success(decision.answer), changes: decision.changes)
  } catch let refusal as RecordRefusal {
    return RecordDecision(.failure(refusal))
  }
}

/// The same for a look that changes nothing.
func outcome<Value: Sendable>(looking look: () throws -> Value) throws -> RecordOutcome<Value> {
  do {
    return .success(try look())
  } catch let refusal as RecordRefusal {
    return .failure(refusal)
  }
}
