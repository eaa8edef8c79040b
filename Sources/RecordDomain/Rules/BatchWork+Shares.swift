import CollaborationDomain
import GroveIdentity

/// What a batch does to shares: records of a type of their own, under which people take part.
extension BatchWork {
  /// A share's record was saved: its terms, and for a new one what it shares.
  /// - Throws: `RecordFailure`: `permissionFailure` to participants, `invalidArguments` for terms that do not fit,
  ///   `alreadyShared`, `referenceViolation` where what it shares is not there.
  func share(_ record: StoredRecord, _ terms: ShareTerms?, in draft: inout ZoneDraft) throws {
    guard access.isOwner, access.zone.isCustom else { throw RecordFailure(.permissionFailure) }
    if let known = try reader.share(record.name, in: draft.zone) {
      guard let terms else { return }
      guard terms.root == known.terms.root else { throw RecordFailure(.invalidArguments) }
      if terms != known.terms { draft.terms[record.name] = terms }
      return
    }
    guard let terms else { throw RecordFailure(.invalidArguments) }
    guard sharesThere + draft.terms.count < RecordLimits.sharesOfZone else {
      throw RecordFailure(.limitExceeded)
    }
    // A share of the whole zone has a name of its own; another share cannot have it.
    guard (terms.root == nil) == (record.name == .zoneShare), record.name != terms.root else {
      throw RecordFailure(.invalidArguments)
    }
    if let root = terms.root {
      try shareRecord(root, under: record.name, in: &draft)
    } else {
      guard sharesThere == 0, draft.terms.isEmpty else {
        throw RecordFailure(.alreadyShared)
      }
    }
    draft.terms[record.name] = terms
  }

  private func shareRecord(_ name: RecordName, under share: RecordName, in draft: inout ZoneDraft)
    throws
  {
    guard try reader.share(.zoneShare, in: draft.zone) == nil, draft.terms[.zoneShare] == nil else {
      throw RecordFailure(.alreadyShared)
    }
    guard var root = try draft.record(name), root.type != .share else {
      throw RecordFailure(.referenceViolation)
    }
    guard root.ownShare == nil, try draft.coveringShare(of: root) == nil else {
      throw RecordFailure(.alreadyShared)
    }
    root.ownShare = share
    root.coveringShare = share
    try draft.put(root, at: name)
    try carry(share, below: root, in: &draft)
  }

  /// The owner ends it, for everybody; a participant leaves it.
  func endShare(_ record: StoredRecord, in draft: inout ZoneDraft) throws {
    guard let share = try reader.share(record.name, in: draft.zone) else {
      throw RecordFailure(.invalidArguments)
    }
    guard access.isOwner else {
      draft.left.append(share)
      return
    }
    draft.ended.append(share)
    try draft.put(nil, at: record.name)
    guard let name = share.terms.root, var root = try draft.record(name) else { return }
    root.ownShare = nil
    root.coveringShare = nil
    try draft.put(root, at: name)
    try carry(nil, below: root, in: &draft)
  }
}

extension RecordSave {
  var isShare: Bool { type == .share }
}
