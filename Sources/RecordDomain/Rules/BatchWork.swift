import CollaborationDomain
import GroveIdentity

/// A batch on its way to a decision: what each item does to the zone, and which items cannot be done.
struct BatchWork {
  let batch: RecordBatch
  let access: ZoneAccess
  let call: Call
  let reader: any RecordReader
  private(set) var failures: [RecordName: RecordFailure] = [:]
  /// How many shares there are in the zone; counted once, where the batch has some.
  private(set) var sharesThere = 0

  init(_ batch: RecordBatch, access: ZoneAccess, call: Call, reader: any RecordReader) {
    self.batch = batch
    self.access = access
    self.call = call
    self.reader = reader
  }

  private var isAtomic: Bool { batch.isAtomic && access.zone.isCustom }

  /// The zone with everything in it that can be done. What depends on an item that failed fails too, so it is tried
  /// until nothing new fails; where they depend on one another too deeply for that, nothing is done.
  mutating func decide() throws -> ZoneDraft {
    if batch.saves.contains(where: \.isShare) {
      sharesThere = try reader.shares(in: access.zone.id, limit: RecordLimits.sharesOfZone).count
    }
    for _ in 0..<RecordLimits.tries {
      var draft = ZoneDraft(access, at: call.now, reader: reader)
      let failed = failures.count
      // Shares last: what they share may come with them.
      for save in batch.saves.filter({ !$0.isShare }) + batch.saves.filter(\.isShare)
      where failures[save.name] == nil {
        failures[save.name] = try failure { try apply(save, to: &draft) }
      }
      for name in batch.deletes where failures[name] == nil {
        failures[name] = try failure { try delete(name, from: &draft) }
      }
      for save in batch.saves where failures[save.name] == nil {
        failures[save.name] = try failure { try check(save, in: &draft) }
      }
      if failures.count == failed { return draft }
      if isAtomic { break }
    }
    failTheRest()
    return ZoneDraft(access, at: call.now, reader: reader)
  }

  /// What an item throws about itself; what is wrong with the store goes on.
  private func failure(_ item: () throws -> Void) throws -> RecordFailure? {
    do {
      try item()
      return nil
    } catch let failure as RecordFailure {
      return failure
    }
  }

  private mutating func failTheRest() {
    for name in batch.saves.map(\.name) + batch.deletes where failures[name] == nil {
      failures[name] = RecordFailure(.batchFailed)
    }
  }

  // MARK: One item

  private func apply(_ save: RecordSave, to draft: inout ZoneDraft) throws {
    let known = try draft.record(save.name)
    if let known {
      guard access.sees(known), access.mayWrite(known, by: call.account) else {
        throw RecordFailure(.permissionFailure)
      }
      guard known.type == save.type else { throw RecordFailure(.invalidArguments) }
    }
    if batch.checksTags, save.changeTag != known?.changeTag {
      guard let known else { throw RecordFailure(.unknownItem) }
      throw RecordFailure(.recordChanged, record: known)
    }
    guard save.fields.values.allSatisfy({ $0.map(\.isValid) ?? true }) else {
      throw RecordFailure(.invalidArguments)
    }
    let record = save.applied(to: known, zone: draft.zone, by: call.account, at: call.now)
    try draft.put(record, at: save.name)
    if save.isShare { try share(record, save.terms, in: &draft) }
  }

  /// What can only be said once every record of the batch is there.
  private func check(_ save: RecordSave, in draft: inout ZoneDraft) throws {
    guard var record = try draft.record(save.name) else { return }
    for case let field?? in save.fields.values.map(Optional.some) {
      for element in field.value.elements {
        if case .asset(let asset) = element {
          guard try draft.asStored(save.name)?.assets.contains(asset) == true || holds(asset)
          else { throw RecordFailure(.assetMissing) }
        }
        guard case .reference(let name, _) = element else { continue }
        try reach(name, in: &draft)
      }
    }
    if let parent = record.parent { try reach(parent, in: &draft) }
    guard try FieldCoding.encode(record.fields).count <= RecordLimits.recordBytes else {
      throw RecordFailure(.limitExceeded)
    }
    let share = try draft.coveringShare(of: record)
    let isMoved = share != record.coveringShare
    record.coveringShare = share
    guard access.mayWrite(record, by: call.account) else { throw RecordFailure(.permissionFailure) }
    try draft.put(record, at: save.name)
    if isMoved { try carry(share, below: record, in: &draft) }
  }

  /// What a record refers to or hangs below is there. What the writer may not see is not.
  private func reach(_ name: RecordName, in draft: inout ZoneDraft) throws {
    guard let target = try draft.record(name), draft.touched[name] != nil || access.sees(target)
    else {
      throw RecordFailure(.referenceViolation)
    }
  }

  /// Writes the share above at everything below. A participant brings nothing under a share that they could not
  /// change before: a record that was below one of the same name once, say.
  func carry(_ share: RecordName?, below record: StoredRecord, in draft: inout ZoneDraft)
    throws
  {
    var waiting = [record.name]
    var count = 0
    while let name = waiting.popLast() {
      for var child in try draft.children(of: name) {
        guard child.ownShare == nil else {
          guard share == nil else { throw RecordFailure(.alreadyShared) }
          continue
        }
        guard child.coveringShare != share else { continue }
        guard share == nil || access.mayWrite(child, by: call.account) else {
          throw RecordFailure(.permissionFailure)
        }
        count += 1
        guard count <= RecordLimits.carriedRecords else { throw RecordFailure(.limitExceeded) }
        child.coveringShare = share
        try draft.put(child, at: child.name)
        waiting.append(child.name)
      }
    }
  }

  /// What is not there, or not to be seen, is deleted already. What goes with it goes too.
  private func delete(_ name: RecordName, from draft: inout ZoneDraft) throws {
    guard let record = try draft.record(name), access.sees(record) else { return }
    guard record.type != .share else { return try endShare(record, in: &draft) }
    guard access.mayWrite(record, by: call.account) else { throw RecordFailure(.permissionFailure) }
    var waiting = [name]
    var count = 0
    while let next = waiting.popLast() {
      guard let going = try draft.record(next) else { continue }
      count += 1
      guard count <= RecordLimits.carriedRecords else { throw RecordFailure(.limitExceeded) }
      try remove(going, from: &draft)
      waiting += try draft.owned(by: next, limit: RecordLimits.carriedRecords + 1)
    }
  }

  /// One of those: with a shared record its share ends, which is its owner's to do.
  private func remove(_ going: StoredRecord, from draft: inout ZoneDraft) throws {
    let share = try going.type == .share ? going : going.ownShare.flatMap { try draft.record($0) }
    if let share {
      guard access.isOwner else { throw RecordFailure(.permissionFailure) }
      try endShare(share, in: &draft)
    }
    try draft.put(nil, at: going.name)
    if going.coveringShare != nil { try carry(nil, below: going, in: &draft) }
  }
}

extension ZoneAccess {
  var isOwner: Bool {
    if case .everything = reach { return true }
    return false
  }
}

extension RecordField {
  /// Whether it may be stored: lists of one kind without lists, numbers that are numbers, and nothing encrypted that
  /// the server has to read.
  var isValid: Bool {
    guard case .list(let values) = value else { return value.isStorable(encrypted: isEncrypted) }
    return values.count <= RecordLimits.listElements
      && Set(values.map(\.kind)).count <= 1
      && values.allSatisfy { $0.isStorable(encrypted: isEncrypted) }
  }
}

extension FieldValue {
  fileprivate enum Kind {
    case text, integer, number, time, bytes, reference, asset, location, list
  }

  fileprivate var kind: Kind {
    switch self {
    case .text: .text
    case .integer: .integer
    case .number: .number
    case .time: .time
    case .bytes: .bytes
    case .reference: .reference
    case .asset: .asset
    case .location: .location
    case .list: .list
    }
  }

  fileprivate func isStorable(encrypted: Bool) -> Bool {
    switch self {
    case .list: false
    case .number(let number): number.isFinite
    case .location(let place): place.latitude.isFinite && place.longitude.isFinite
    case .reference, .asset: !encrypted
    default: true
    }
  }
}
