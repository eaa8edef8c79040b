public import GroveIdentity

/// Collaborations: prepare, options, end, and the sweep of what was prepared and never used.
public enum SharingRules {
  /// Milliseconds after which a collaboration that never had an identity is swept away: 1 hour.
  public static let unusedFor: UInt64 = 3_600_000

  /// What a start action is fulfilled with.
  public struct Prepared: Hashable, Sendable {
    /// The document that is shared.
    public var documentID: DocumentID
    /// What the link ends in.
    public var collaborationID: CollaborationID
    /// The membership counter, for the app.
    public var epoch: UInt64
    /// Whether this request made the collaboration.
    public var created: Bool
  }

  /// What a new collaboration is made with; not used where the document has one already.
  public struct Fresh: Hashable, Sendable {
    /// Unguessable; at least 128 random bits (protocol 2.8).
    public var id: CollaborationID
    /// Random, so that participants do not learn from an epoch how often membership has changed
    /// (protocol 7.2).
    public var epoch: UInt32

    /// Made by the shell for each request, from its source of randomness.
    public init(id: CollaborationID, epoch: UInt32) {
      self.id = id
      self.epoch = epoch
    }
  }

  /// The document's one collaboration, made where there is none, with these options.
  /// - Returns: the answer, or `forbidden` to participants, `conflict` where the request identifier
  ///   was used for something else.
  public static func prepare(
    _ id: DocumentID, options: SelectedShareOptions, requestID: RequestID, fresh: Fresh,
    for call: Call, reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<Prepared>> {
    try outcome {
      let known = try reader.admitting(call)
      var accessible = try reader.ownedDocument(of: call, in: id)
      if let repeated = try repeated(requestID, for: id, by: call, reading: reader) {
        return Decision(repeated)
      }
      var changes = known
      let prepared: Prepared
      if let collaboration = accessible.collaboration {
        changes += change(collaboration, to: options, of: accessible, by: call, prepared: true)
        prepared = Prepared(
          documentID: id, collaborationID: collaboration.id, epoch: collaboration.epoch,
          created: false)
      } else {
        accessible.document.collaborationID = fresh.id
        let made = CollaborationRecord(
          id: fresh.id, documentID: id, epoch: UInt64(fresh.epoch), options: options,
          preparedAt: call.now)
        changes += [.putCollaboration(made), .putDocument(accessible.document)]
        prepared = Prepared(
          documentID: id, collaborationID: made.id, epoch: made.epoch, created: true)
      }
      let answer = StoredAnswer.Answer.collaborationPrepared(
        id, prepared.collaborationID, epoch: prepared.epoch, created: prepared.created)
      return Decision(
        prepared, changes: changes + [.storeAnswer(StoredAnswer(answer, to: requestID, by: call))])
    }
  }

  /// The first answer; `gone` where what it names has ended since: a late retry of a start action
  /// that was taken back must not share anew.
  private static func repeated(
    _ requestID: RequestID, for document: DocumentID, by call: Call,
    reading reader: any CollaborationReader
  ) throws -> Prepared? {
    guard let stored = try reader.answer(to: requestID, by: call.account) else { return nil }
    guard case .collaborationPrepared(document, let id, let epoch, let created) = stored.answer
    else { throw CollaborationRefusal.conflict }
    guard try reader.liveCollaboration(id) != nil else { throw CollaborationRefusal.gone }
    return Prepared(documentID: document, collaborationID: id, epoch: epoch, created: created)
  }

  /// New options take effect with the next read and write of every participant.
  private static func change(
    _ collaboration: CollaborationRecord, to options: SelectedShareOptions,
    of accessible: AccessibleDocument,
    by call: Call, prepared: Bool
  ) -> [CollaborationChange] {
    var changed = collaboration
    changed.options = options
    if prepared { changed.preparedAt = call.now }
    guard changed != collaboration else { return [] }
    var log = LogWriter(accessible.document, by: call)
    if options != collaboration.options { log.append(.optionsChanged(options)) }
    return [.putCollaboration(changed)] + log.changes
  }

  /// One collaboration with what the account may do with its document.
  /// - Returns: the answer, or `notFound` without access.
  public static func look(
    at id: CollaborationID, for call: Call, reading reader: any CollaborationReader
  ) throws -> Outcome<AccessibleDocument> {
    try outcome(looking: { try reader.accessibleDocument(of: call, in: id).0 })
  }

  /// Selects other options; what was selected before is not merged in.
  /// - Returns: the answer, or `forbidden` to participants, and for what is no log: it has options of its own.
  public static func changeOptions(
    of id: CollaborationID, to options: SelectedShareOptions, for call: Call,
    reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<AccessibleDocument>> {
    try outcome {
      let known = try reader.admitting(call)
      var (accessible, collaboration) = try reader.ownedLog(of: call, in: id)
      let changes = change(
        collaboration, to: options, of: accessible, by: call, prepared: false)
      collaboration.options = options
      accessible.collaboration = collaboration
      return Decision(accessible, changes: known + changes)
    }
  }

  /// Stops sharing: every identity is gone, and the link leads nowhere.
  /// - Parameter onlyUnused: only while it has no identity; otherwise nothing changes. This is how
  ///   an app takes back a start action whose message was cancelled (design 5.7).
  public static func end(
    _ id: CollaborationID, onlyUnused: Bool, for call: Call, reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<Revocation>> {
    try outcome {
      let known = try reader.admitting(call)
      let (accessible, collaboration) = try reader.endableDocument(of: call, in: id)
      let isUsed = try reader.hasIdentity(in: id)
      if onlyUnused, isUsed {
        return Decision(
          Revocation(
            documentID: accessible.document.id, epoch: collaboration.epoch, lost: .nobody))
      }
      let bound = try reader.boundAccounts(in: id).filter { $0 != call.account }
      var document = accessible.document
      document.collaborationID = nil
      var log = LogWriter(document, by: call)
      if !bound.isEmpty { log.append(.removed(nil)) }
      var caused = CausedEvent(
        documentID: document.id, account: call.account, kind: .removedCollaborator, at: call.now)
      // The owner's identity goes with the others, and the owner may still have the ending attested.
      caused.root = try reader.activeBindings(of: call.account, in: id).first?.root
      return try Decision(
        Revocation(
          documentID: document.id, epoch: collaboration.epoch,
          lost: .everyone(count: bound.count, keepingOwner: call.account)),
        changes: known
          + reader.tellingLast(.removedCollaborator, in: id, by: call.account, at: call.now)
          + collaboration.endingChanges(at: call.now) + [.putDocument(document)]
          + log.changes + (isUsed ? [.putCausedEvent(caused)] : []))
    }
  }

  /// Ends what was prepared at least an hour ago and never had an identity.
  /// - Returns: how many were ended.
  public static func sweep(
    at now: UInt64, limit: Int = 100, reading reader: any CollaborationReader
  ) throws -> Decision<Int> {
    guard now >= unusedFor else { return Decision(0) }
    let unused = try reader.collaborations(unusedSince: now - unusedFor, limit: limit)
    var changes: [CollaborationChange] = []
    for collaboration in unused {
      changes += collaboration.endingChanges(at: now)
      if var document = try reader.document(collaboration.documentID),
        document.collaborationID == collaboration.id
      {
        document.collaborationID = nil
        changes.append(.putDocument(document))
      }
    }
    return Decision(unused.count, changes: changes)
  }
}
