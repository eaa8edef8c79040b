public import GroveIdentity

/// Documents: create, rename, move, delete, list.
public enum DocumentRules {
  /// Documents one account may own at a time; deleted ones do not count.
  public static let maximumOwned = 10_000

  /// Makes an empty document at the location `/`.
  /// - Parameter id: fresh and random; not used where the request was carried out before.
  /// - Returns: the answer, or `conflict`, where the request identifier was used for something
  ///   else; `limitExceeded` for the 10 001st.
  public static func create(
    title: String, id: DocumentID, requestID: RequestID, for call: Call,
    reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<AccessibleDocument>> {
    try outcome {
      let changes = try reader.admitting(call)
      if let stored = try reader.answer(to: requestID, by: call.account) {
        guard case .documentCreated(let made) = stored.answer else {
          throw CollaborationRefusal.conflict
        }
        return Decision(try reader.accessibleDocument(of: call, in: made))
      }
      let owned = try reader.countDocuments(ownedBy: call.account, upTo: maximumOwned)
      guard owned < maximumOwned else { throw CollaborationRefusal.limitExceeded }
      let document = DocumentRecord(
        id: id, owner: call.account, title: title, location: "/", createdAt: call.now)
      let caused = CausedEvent(
        documentID: id, account: call.account, kind: .created, at: call.now)
      return Decision(
        AccessibleDocument(document: document, collaboration: nil, access: .owner),
        changes: changes + [
          .putDocument(document), .putCausedEvent(caused),
          .storeAnswer(StoredAnswer(.documentCreated(id), to: requestID, by: call)),
        ])
    }
  }

  /// A document in a list, with what tells it from the others there.
  public struct Listed: Hashable, Sendable {
    /// What the account may do with it.
    public var accessible: AccessibleDocument
    /// How the owner is shown.
    public var ownerName: String
    /// Milliseconds since 1970: its newest edit, comment or title, or its making.
    public var updatedAt: UInt64
    /// How many ask for access, to its owner.
    public var knocks: Int
  }

  /// A page of an account's documents.
  public struct Page: Hashable, Sendable {
    /// Newest first, each with what the account may do with it.
    public var documents: [Listed]
    /// Where the next page goes on; nil at the end.
    public var next: ListCursor<DocumentID>?
  }

  /// What the account owns or has been granted, newest first.
  public static func list(
    after place: ListCursor<DocumentID>?, limit: Int, for call: Call,
    reading reader: any CollaborationReader
  ) throws -> Outcome<Page> {
    try outcome(looking: {
      try reader.admit(call)
      let documents =
        try reader.documents(
          ownedBy: call.account, kind: .log, after: place, limit: limit + 1)
        + reader.documents(grantedTo: call.account, kind: .log, after: place, limit: limit + 1)
      var seen: Set<DocumentID> = []
      let sorted = documents.filter { seen.insert($0.id).inserted }
        .sorted { ($1.createdAt, $1.id) < ($0.createdAt, $0.id) }
      let page = sorted.prefix(limit)
      let names = try reader.displayNames(of: page.map(\.owner))
      let listed = try page.map { document in
        let accessible = try reader.accessibleDocument(of: call, in: document.id)
        return Listed(
          accessible: accessible,
          ownerName: names[document.owner] ?? document.owner.text,
          updatedAt: try reader.lastUpdate(of: document.id) ?? document.createdAt,
          knocks: try reader.openKnocks(of: accessible))
      }
      return Page(
        documents: listed,
        next: sorted.count > limit ? page.last?.place : nil)
    })
  }

  /// One document with what the account may do with it.
  /// - Returns: the answer, or `notFound` without access, `gone` to its owner once it was deleted.
  public static func look(
    at id: DocumentID, for call: Call, reading reader: any CollaborationReader
  ) throws -> Outcome<AccessibleDocument> {
    try outcome(looking: { try reader.accessibleDocument(of: call, in: id) })
  }

  /// Renames or moves; what is nil or as it was stays, without an entry in the log.
  public static func change(
    _ id: DocumentID, title: String?, location: String?, for call: Call,
    reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<AccessibleDocument>> {
    try outcome {
      let known = try reader.admitting(call)
      var accessible = try reader.ownedDocument(of: call, in: id)
      var log = LogWriter(accessible.document, by: call)
      var caused: [CollaborationChange] = []
      if let title, title != accessible.document.title {
        accessible.document.title = title
        log.append(.renamed(title: title))
        caused.append(.caused(.renamed, in: id, by: call))
        caused += try reader.telling(
          .renamed, in: accessible.collaboration?.id, by: call.account, at: call.now)
      }
      if let location, location != accessible.document.location {
        accessible.document.location = location
        log.append(.moved(location: location))
        caused.append(.caused(.moved, in: id, by: call))
        caused += try reader.telling(
          .moved, in: accessible.collaboration?.id, by: call.account, at: call.now)
      }
      let changes = known + [.putDocument(accessible.document)] + log.changes + caused
      accessible.document.lastSequence = log.sequence
      return Decision(accessible, changes: changes)
    }
  }

  /// Ends sharing and forgets the content. Only an emptied row stays, for a while.
  public static func delete(
    _ id: DocumentID, for call: Call, reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<Revocation>> {
    try outcome {
      let known = try reader.admitting(call)
      let accessible = try reader.ownedDocument(of: call, in: id)
      let (revocation, changes) = try deletion(
        of: accessible.document, sharedAs: accessible.collaboration, at: call.now, reading: reader)
      return Decision(revocation, changes: known + changes)
    }
  }

  /// What deleting changes, once it is decided that somebody may.
  static func deletion(
    of document: DocumentRecord, sharedAs collaboration: CollaborationRecord?, at now: UInt64,
    reading reader: any CollaborationReader
  ) throws -> (Revocation, [CollaborationChange]) {
    var emptied = document
    emptied.title = ""
    emptied.location = ""
    emptied.firstLines = nil
    emptied.deletedAt = now
    var revocation = Revocation(
      documentID: document.id, epoch: 0, lost: .everyone(count: 0, keepingOwner: nil))
    var caused = CausedEvent(
      documentID: document.id, account: document.owner, kind: .deleted, at: now)
    var changes: [CollaborationChange] = [.putDocument(emptied), .forgetContent(document.id)]
    if let collaboration {
      let bound = try reader.boundAccounts(in: collaboration.id).filter { $0 != document.owner }
      caused.root =
        try reader.activeBindings(of: document.owner, in: collaboration.id).first?.root
      revocation.epoch = collaboration.epoch
      revocation.lost = .everyone(count: bound.count, keepingOwner: nil)
      changes += try reader.tellingLast(
        .deleted, in: collaboration.id, by: document.owner, at: now)
      changes += collaboration.endingChanges(at: now)
    }
    return (revocation, changes + [.putCausedEvent(caused)])
  }
}

extension StoredAnswer {
  init(_ answer: Answer, to requestID: RequestID, by call: Call) {
    self.init(
      account: call.account, requestID: requestID, answer: answer,
      expiresAt: call.now + Self.lifetime)
  }
}

extension CollaborationReader {
  /// `caused`, of what comes many times a second while somebody types. What was noted less than a second ago stands: writing
  /// it again would take as long as the update itself, and it may be attested for ten minutes.
  func causing(_ kind: CausedEvent.Kind, in document: DocumentID, by call: Call) throws
    -> [CollaborationChange]
  {
    let known = try causedEvent(kind, by: call.account, in: document)
    if let at = known?.at, at <= call.now, call.now - at < 1000 { return [] }
    return [.caused(kind, in: document, by: call)]
  }
}

extension CollaborationChange {
  static func caused(_ kind: CausedEvent.Kind, in document: DocumentID, by call: Call) -> Self {
    .putCausedEvent(
      CausedEvent(documentID: document, account: call.account, kind: kind, at: call.now))
  }
}

extension CollaborationRecord {
  /// Every identity, binding and knock goes; the emptied row stays, for a while.
  func endingChanges(at now: UInt64) -> [CollaborationChange] {
    var ended = self
    ended.endedAt = now
    return [.putCollaboration(ended), .removeMembership(id)]
  }
}

extension CollaborationReader {
  /// What ends a document whose owner's rights were looked at by whoever keeps its content.
  /// - Returns: nil where it has ended.
  package func ending(of id: DocumentID, at now: UInt64) throws -> (
    Revocation, [CollaborationChange]
  )? {
    guard let document = try document(id), document.deletedAt == nil else { return nil }
    return try DocumentRules.deletion(
      of: document, sharedAs: document.collaborationID.flatMap { try liveCollaboration($0) },
      at: now,
      reading: self)
  }
}
