public import CollaborationDomain
public import GroveIdentity

/// Shares: the document that stands behind each, and who takes part in it.
public enum ShareRules {
  /// Random values that a share uses up when it is made.
  public struct Fresh: Hashable, Sendable {
    public var documentID: DocumentID
    public var collaborationID: CollaborationID
    public var epoch: UInt32

    public init(documentID: DocumentID, collaborationID: CollaborationID, epoch: UInt32) {
      self.documentID = documentID
      self.collaborationID = collaborationID
      self.epoch = epoch
    }
  }

  /// A share as somebody may see it.
  public struct Looked: Hashable, Sendable {
    public var share: RecordShare
    public var record: StoredRecord
    /// What the caller may do.
    public var accessible: AccessibleDocument
  }

  /// A share with its document.
  /// - Returns: `unknownItem` where there is none, or none that the caller takes part in.
  public static func look(
    at name: RecordName, in zone: ZoneAddress, for call: Call, reading reader: any RecordReader
  ) throws -> RecordOutcome<Looked> {
    try outcome(looking: {
      let access = try reader.reach(zone, for: call)
      guard let share = try reader.share(name, in: access.zone.id),
        let record = try reader.record(name, in: access.zone.id), access.sees(record)
      else { throw RecordRefusal.unknownItem }
      do {
        let found = try reader.collaborations.accessibleDocument(of: call, in: share.documentID)
        return Looked(share: share, record: record, accessible: found)
      } catch is CollaborationRefusal {
        throw RecordRefusal.unknownItem
      }
    })
  }
}

extension ZoneDraft {
  /// What a batch's shares change beside the records: documents and collaborations that begin, go on with other
  /// options, end, or are left.
  /// - Parameter fresh: one for each share that is saved.
  func shareChanges(fresh: [ShareRules.Fresh], for call: Call) throws
    -> (changes: [RecordChange], revocations: [Revocation])
  {
    var changes: [RecordChange] = []
    var revocations: [Revocation] = []
    for ((name, terms), fresh) in zip(terms.sorted { $0.key < $1.key }, fresh) {
      if let known = try reader.share(name, in: zone) {
        changes += try renewing(known, terms)
      } else {
        changes += beginning(name, terms, fresh, for: call)
      }
    }
    for share in ended {
      changes.append(.removeShare(share.name, zone))
      guard
        let (revocation, ending) = try reader.collaborations.ending(
          of: share.documentID, at: call.now)
      else { continue }
      revocations.append(revocation)
      changes += ending.map(RecordChange.collaboration)
    }
    for share in left {
      guard let id = try reader.collaborations.document(share.documentID)?.collaborationID else {
        continue
      }
      let decision = try IdentityRules.leave(id, for: call, reading: reader.collaborations)
      guard case .success(let revocation) = decision.answer else { continue }
      revocations.append(revocation)
      changes += decision.changes.map(RecordChange.collaboration)
    }
    return (changes, revocations)
  }

  private func beginning(
    _ name: RecordName, _ terms: ShareTerms, _ fresh: ShareRules.Fresh, for call: Call
  ) -> [RecordChange] {
    let title = touched[name]??.title ?? access.zone.key.name.text
    let document = DocumentRecord(
      id: fresh.documentID, owner: call.account, title: title, location: "/", createdAt: call.now,
      collaborationID: fresh.collaborationID, kind: .records)
    // Used from the beginning: a share that nobody was invited to yet is no start that was given up.
    let collaboration = CollaborationRecord(
      id: fresh.collaborationID, documentID: fresh.documentID, epoch: UInt64(fresh.epoch),
      options: terms.options, preparedAt: call.now, wasUsed: true)
    return [
      .collaboration(.putDocument(document)), .collaboration(.putCollaboration(collaboration)),
      .putShare(RecordShare(zone: zone, name: name, terms: terms, documentID: fresh.documentID)),
    ]
  }

  private func renewing(_ share: RecordShare, _ terms: ShareTerms) throws -> [RecordChange] {
    var changed = share
    changed.terms = terms
    guard let id = try reader.collaborations.document(share.documentID)?.collaborationID,
      var collaboration = try reader.collaborations.collaboration(id)
    else { return [.putShare(changed)] }
    collaboration.options = terms.options
    return [.putShare(changed), .collaboration(.putCollaboration(collaboration))]
  }
}

extension ShareTerms {
  fileprivate var options: SelectedShareOptions {
    SelectedShareOptions(access: access, allowsComments: true, allowsMentions: true)
  }
}

extension StoredRecord {
  /// What a share is called where it is told of.
  fileprivate var title: String? {
    for (name, field) in fields where name.text == "cloudkit.title" {
      if case .text(let title) = field.value, (1...1024).contains(title.utf8.count) { return title }
    }
    return nil
  }
}
