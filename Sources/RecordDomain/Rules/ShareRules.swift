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
    /// The collaboration through which people take part.
    public var collaboration: CollaborationRecord
    public var owner: AccountLabel
    /// Ascending by root: everybody who was invited for the share's owner, those who take part for others.
    public var participants: [ParticipantRecord]
    /// Whether there are others.
    public var isMore: Bool
    /// How the owner and the bound accounts are called in the container, where they have used it.
    public var users: [AccountLabel: RecordUserName]
    /// How they are shown to others.
    public var names: [AccountLabel: String]
  }

  /// A share with its people, or nil where the caller takes no part in it.
  /// - Parameter limit: of people beside the owner.
  public static func look(
    at share: RecordShare, in container: ContainerID, limit: Int, for call: Call,
    reading reader: any RecordReader
  ) throws -> Looked? {
    let people = reader.collaborations
    let found: AccessibleDocument
    do {
      found = try people.accessibleDocument(of: call, in: share.documentID)
    } catch is CollaborationRefusal {
      return nil
    }
    guard let collaboration = found.collaboration else { return nil }
    let limit = min(limit, RecordLimits.shownParticipants - 1)
    let rows = try people.participants(
      in: collaboration.id, after: nil, limit: limit + 1, onlyBound: !found.isOwner)
    let shown = Array(rows.prefix(limit))
    let accounts = Set([found.document.owner] + shown.compactMap { $0.binding?.account })
    var users: [AccountLabel: RecordUserName] = [:]
    for account in accounts { users[account] = try reader.user(account, in: container)?.name }
    return Looked(
      share: share, collaboration: collaboration, owner: found.document.owner, participants: shown,
      isMore: rows.count > limit, users: users, names: try people.displayNames(of: Array(accounts)))
  }

  /// What a link leads to.
  public struct Found: Hashable, Sendable {
    public var container: ContainerID
    /// As the caller reaches it.
    public var zone: ZoneAddress
    public var share: StoredRecord
    /// The record that is shared; nil where the whole zone is.
    public var root: StoredRecord?
  }

  /// The share of a collaboration.
  /// - Returns: `notFound` without access, and where it shares no records; `gone` to the owner of what has ended.
  public static func find(
    _ id: CollaborationID, for call: Call, reading reader: any RecordReader
  ) throws -> Outcome<Found> {
    let accessible: AccessibleDocument
    do {
      accessible = try reader.collaborations.accessibleDocument(of: call, in: id).0
    } catch let refusal as CollaborationRefusal {
      return .failure(refusal)
    }
    guard let share = try reader.share(of: accessible.document.id),
      let zone = try reader.zone(share.zone), zone.ending == nil,
      let record = try reader.record(share.name, in: share.zone)
    else { return .failure(.notFound) }
    let (key, isOwner) = (zone.key, accessible.isOwner)
    let container = key.database.container
    let owner =
      try isOwner ? nil : key.database.owner.flatMap { try reader.user($0, in: container) }
    let address = ZoneAddress(
      container: container, scope: isOwner ? .private : .shared, owner: owner?.name, name: key.name)
    return .success(
      Found(
        container: container, zone: address, share: record,
        root: try share.terms.root.flatMap { try reader.record($0, in: share.zone) }))
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
        let (revocation, renewed) = try renewing(known, terms, for: call)
        revocations += [revocation].compactMap(\.self)
        changes += renewed
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
      options: terms.options, preparedAt: call.now, wasUsed: true,
      linkAccess: terms.publicPermission.access)
    return [
      .collaboration(.putDocument(document)), .collaboration(.putCollaboration(collaboration)),
      .putShare(RecordShare(zone: zone, name: name, terms: terms, documentID: fresh.documentID)),
    ]
  }

  private func renewing(_ share: RecordShare, _ terms: ShareTerms, for call: Call) throws -> (
    Revocation?, [RecordChange]
  ) {
    var changed = share
    changed.terms = terms
    guard let id = try reader.collaborations.document(share.documentID)?.collaborationID,
      var collaboration = try reader.collaborations.collaboration(id)
    else { return (nil, [.putShare(changed)]) }
    collaboration.options = terms.options
    collaboration.linkAccess = terms.publicPermission.access
    let (revocation, changes) = try LinkRules.change(
      collaboration, for: call, reading: reader.collaborations)
    return (revocation, [.putShare(changed)] + changes.map(RecordChange.collaboration))
  }
}

extension ShareTerms {
  fileprivate var options: SelectedShareOptions {
    SelectedShareOptions(access: access, allowsComments: true, allowsMentions: true)
  }
}

extension ShareTerms.PublicPermission {
  fileprivate var access: SelectedShareOptions.Access? {
    switch self {
    case .none: nil
    case .readOnly: .readOnly
    case .readWrite: .readWrite
    }
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
