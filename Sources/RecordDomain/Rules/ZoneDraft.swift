import CollaborationDomain
import GroveIdentity

/// A zone as it would be with what a batch has done to it so far. Nothing is written before the whole is decided.
struct ZoneDraft {
  let reader: any RecordReader
  let access: ZoneAccess
  let now: UInt64
  /// Records that the batch has saved or deleted (nil).
  private(set) var touched: [RecordName: StoredRecord?] = [:]
  /// Records as they are, each read once; nil where there is none.
  private var stored: [RecordName: StoredRecord?] = [:]
  /// Of all that was read and saved.
  private var bytes = 0
  /// Of the records that the batch has saved: those right below one, and those that go with one.
  private var below: [RecordName: Set<RecordName>] = [:]
  private var goingWith: [RecordName: Set<RecordName>] = [:]
  /// Shares that the batch makes or gives other terms, by their names.
  var terms: [RecordName: ShareTerms] = [:]
  /// Shares that end.
  var ended: [RecordShare] = []
  /// Shares that the caller takes no part in any more.
  var left: [RecordShare] = []

  init(_ access: ZoneAccess, at now: UInt64, reader: any RecordReader) {
    self.access = access
    self.now = now
    self.reader = reader
  }

  var zone: ZoneID { access.zone.id }

  /// As they were before, nil where there was none.
  var before: [RecordName: StoredRecord?] { stored.filter { touched[$0.key] != nil } }

  mutating func record(_ name: RecordName) throws -> StoredRecord? {
    if let known = touched[name] { return known }
    return try asStored(name)
  }

  /// As it was before the batch.
  mutating func asStored(_ name: RecordName) throws -> StoredRecord? {
    if let known = stored[name] { return known }
    return try keep(reader.record(name, in: zone), name)
  }

  private mutating func keep(_ record: StoredRecord?, _ name: RecordName) throws -> StoredRecord? {
    if let record { try count(record) }
    stored[name] = .some(record)
    return record
  }

  /// - Throws: `limitExceeded` where a batch would read and hold more than one transaction may.
  private mutating func count(_ record: StoredRecord) throws {
    bytes += record.size
    guard bytes <= RecordLimits.heldBytes else { throw RecordRefusal.limitExceeded }
  }

  mutating func put(_ record: StoredRecord?, at name: RecordName) throws {
    _ = try asStored(name)
    if let old = touched[name] ?? nil {
      if let parent = old.parent { below[parent]?.remove(name) }
      for owner in old.owners { goingWith[owner]?.remove(name) }
    }
    if let record {
      if touched[name] == nil { try count(record) }
      if let parent = record.parent { below[parent, default: []].insert(name) }
      for owner in record.owners { goingWith[owner, default: []].insert(name) }
    }
    touched[name] = .some(record)
  }

  /// Records right below one, as the draft has them; those the batch has not touched come from the store, some at a
  /// time: too many are noticed before they are all read.
  mutating func children(of name: RecordName) throws -> [StoredRecord] {
    var found = (below[name] ?? []).compactMap { touched[$0] ?? nil }
    var last: RecordName?
    while true {
      let page = try reader.children(of: name, in: zone, after: last, limit: 100)
      for child in page where touched[child.name] == nil {
        if stored[child.name] == nil { _ = try keep(child, child.name) }
        found.append(child)
      }
      guard page.count == 100, found.count <= RecordLimits.carriedRecords else { return found }
      last = page.last?.name
    }
  }

  /// Records that go when this one does.
  func owned(by name: RecordName, limit: Int) throws -> [RecordName] {
    let stored = try reader.owned(by: name, in: zone, limit: limit).filter { touched[$0] == nil }
    return Array(goingWith[name] ?? []) + stored
  }

  /// The share at or above a record, by its parents.
  /// - Throws: `RecordFailure` `referenceViolation` where one above is missing; `invalidArguments` where a record
  ///   is above itself, or there are more above than may be.
  mutating func coveringShare(of record: StoredRecord) throws -> RecordName? {
    // A share is seen by whoever takes part in it.
    guard record.type != .share else { return record.name }
    var above = record
    for _ in 0...RecordLimits.depth {
      if let share = above.ownShare { return share }
      guard let parent = above.parent else { return nil }
      guard let next = try self.record(parent) else { throw RecordFailure(.referenceViolation) }
      // What the batch has not touched is right already.
      if touched[parent] == nil { return next.coveringShare }
      above = next
    }
    throw RecordFailure(.invalidArguments)
  }

  /// The changes that make the zone so, under numbers after `clock`.
  /// - Returns: them, and the last number.
  func changes(after clock: UInt64) -> (
    changes: [RecordChange], records: [RecordName: StoredRecord], clock: UInt64
  ) {
    var clock = clock
    let before = before
    var changes: [RecordChange] = []
    var saved: [RecordName: StoredRecord] = [:]
    for name in touched.keys.sorted() {
      let old = before[name] ?? nil
      guard var record = touched[name] ?? nil else {
        guard let old else { continue }
        clock += 1
        changes += [
          .removeRecord(name, zone), .putDeletion(RecordDeletion(old, changedAt: clock, at: now)),
        ]
        continue
      }
      if let share = old?.coveringShare, share != record.coveringShare, let old {
        clock += 1
        changes.append(.putDeletion(RecordDeletion(old, leaving: share, changedAt: clock, at: now)))
      }
      clock += 1
      record.changedAt = clock
      // Only carried along: nobody's change tag is out of date by that.
      if !record.isCarried(from: old) { record.modification = clock }
      saved[name] = record
      changes.append(.putRecord(record))
    }
    return (changes, saved, clock)
  }
}

extension StoredRecord {
  /// Whether only the share above it is another.
  fileprivate func isCarried(from old: StoredRecord?) -> Bool {
    guard var same = old else { return false }
    same.coveringShare = coveringShare
    return same == self
  }
}
