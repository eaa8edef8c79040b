public import GroveIdentity

/// The update log, its snapshots, and the reading that streams repeat.
public enum UpdateRules {
  /// Log entries after which no more updates are appended.
  public static let maximumEntries: UInt64 = 1_000_000

  /// What an update does, as far as share options go.
  public enum UpdateKind: Hashable, Sendable {
    case edit, comment
  }

  /// One update, as a client sends it.
  public struct Update: Hashable, Sendable {
    /// Decides which right is asked for.
    public var kind: UpdateKind
    /// Opaque.
    public var data: [UInt8]
    /// By it a repeated update is known.
    public var updateID: RequestID
    /// The identities that it names; they are told. One that is not there any more is not.
    public var mentions: [RootHash]
    /// What the document's text begins with after an edit, for its cards; nil leaves them as they are.
    public var firstLines: String?

    /// Made of a request's body.
    public init(
      _ kind: UpdateKind, _ data: [UInt8], updateID: RequestID, mentions: [RootHash] = [],
      firstLines: String? = nil
    ) {
      self.kind = kind
      self.data = data
      self.updateID = updateID
      self.mentions = mentions
      self.firstLines = firstLines
    }
  }

  /// Appends opaque bytes. The same identifier again answers the first sequence.
  /// - Returns: the entry's sequence, or `readOnly`, `commentsOff`, `mentionsOff`, `limitExceeded` where
  ///   the log is full.
  public static func append(
    _ update: Update, to id: DocumentID, for call: Call, reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<UInt64>> {
    try outcome {
      let known = try reader.admitting(call)
      let accessible = try reader.loggedDocument(of: call, in: id, isAdmitted: true)
      try check(update, in: accessible)
      let (updateID, data) = (update.updateID, update.data)
      if let first = try reader.sequence(ofUpdate: updateID, in: id) { return Decision(first) }
      guard accessible.document.lastSequence < maximumEntries else {
        throw CollaborationRefusal.limitExceeded
      }
      var log = LogWriter(accessible.document, by: call)
      let isEdit = update.kind == .edit
      log.append(
        isEdit
          ? .edit(updateID: updateID, data: data) : .comment(updateID: updateID, data: data))
      let lines = newLines(of: accessible.document, by: update)
      let told = try telling(
        update, in: accessible.collaboration?.id, changesLines: lines != nil, for: call, reader)
      let caused = try reader.causing(isEdit ? .edit : .comment, in: id, by: call)
      return Decision(
        log.sequence,
        changes: known + (lines.map { [.putDocument($0)] } ?? []) + log.changes + caused + told)
    }
  }

  /// The document with the first lines that an edit hands over; nil where they are the same.
  private static func newLines(of document: DocumentRecord, by update: Update) -> DocumentRecord? {
    guard update.kind == .edit, let lines = update.firstLines, lines != document.firstLines
    else { return nil }
    var document = document
    document.firstLines = lines
    return document
  }

  private static func telling(
    _ update: Update, in collaboration: CollaborationID?, changesLines: Bool, for call: Call,
    _ reader: any CollaborationReader
  ) throws -> [CollaborationChange] {
    // Each person once, by whichever of their identities comes first.
    var named: [RootHash: RootHash] = [:]
    for root in update.mentions {
      let address = try collaboration.flatMap { try reader.address(reaching: root, in: $0) }
      if let address, named[address.root] == nil { named[address.root] = root }
    }
    var told = try reader.telling(
      update.kind == .edit ? .edit : .comment, in: collaboration, by: call.account,
      changesLines: changesLines, mentioning: Array(named.keys), at: call.now)
    for root in update.mentions where named.values.contains(root) {
      told += try reader.telling(
        .mention, about: root, in: collaboration, by: call.account, at: call.now)
    }
    return told
  }

  private static func check(_ update: Update, in accessible: AccessibleDocument) throws {
    let options = accessible.collaboration?.options
    switch update.kind {
    case .edit where accessible.access == .readOnly: throw CollaborationRefusal.readOnly
    case .comment where options?.allowsComments == false: throw CollaborationRefusal.commentsOff
    default: break
    }
    guard update.mentions.isEmpty || options?.allowsMentions != false else {
      throw CollaborationRefusal.mentionsOff
    }
  }

  /// Keeps a summary of everything up to `sequence`.
  /// - Returns: its sequence, or `readOnly`, `positionUnknown` beyond the log's end, `conflict`
  ///   where the one kept is newer.
  public static func putSnapshot(
    _ snapshot: SnapshotRecord, for call: Call, reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<UInt64>> {
    try outcome {
      let known = try reader.admitting(call)
      let accessible = try reader.loggedDocument(of: call, in: snapshot.documentID)
      guard accessible.access != .readOnly else { throw CollaborationRefusal.readOnly }
      guard snapshot.sequence <= accessible.document.lastSequence else {
        throw CollaborationRefusal.positionUnknown
      }
      if let kept = try reader.snapshot(of: snapshot.documentID), kept.sequence > snapshot.sequence
      {
        throw CollaborationRefusal.conflict
      }
      return Decision(snapshot.sequence, changes: known + [.putSnapshot(snapshot)])
    }
  }

  /// How large the snapshot's data is, for whoever wants to make room before reading it.
  public static func snapshotSize(
    of id: DocumentID, for call: Call, reading reader: any CollaborationReader
  ) throws -> Outcome<Int> {
    try outcome(looking: {
      _ = try reader.accessibleDocument(of: call, in: id)
      return try reader.snapshotSize(of: id)
    })
  }

  /// The newest snapshot.
  /// - Returns: one with sequence 0 and no data where nobody has made any, or `notFound` without
  ///   access.
  public static func snapshot(
    of id: DocumentID, for call: Call, reading reader: any CollaborationReader
  ) throws -> Outcome<SnapshotRecord> {
    try outcome(looking: {
      _ = try reader.accessibleDocument(of: call, in: id)
      return try reader.snapshot(of: id)
        ?? SnapshotRecord(documentID: id, sequence: 0, data: [])
    })
  }

  /// Bytes after which a page of the log ends (`EventRecord.size`). One entry may be larger.
  public static let pageBytes = 256 << 10
  /// Entries after which it ends.
  public static let pageEntries = 500

  /// Whether the account may read on from a position, and as whom.
  /// - Returns: the answer, or `positionUnknown` for a position beyond the end of the log.
  public static func reading(
    of id: DocumentID, after sequence: UInt64, for call: Call,
    reading reader: any CollaborationReader
  ) throws -> Outcome<LogReading> {
    try outcome(looking: {
      let accessible = try reader.accessibleDocument(of: call, in: id)
      guard sequence <= accessible.document.lastSequence else {
        throw CollaborationRefusal.positionUnknown
      }
      return LogReading(
        documentID: id, position: sequence, last: accessible.document.lastSequence,
        isOwner: accessible.isOwner)
    })
  }

  /// What follows, to be read in the transaction that checked the access. Knocks are for the owner
  /// only, so others see numbers missing.
  public static func page(
    _ log: LogReading, limit: Int = pageEntries, reading reader: any CollaborationReader
  ) throws -> EventPage {
    let entries = try reader.events(
      of: log.documentID, after: log.position, limit: limit, bytes: pageBytes)
    let last = entries.last?.sequence ?? log.position
    let visible = log.isOwner ? entries : entries.filter { !$0.isForOwner }
    return EventPage(
      events: visible, names: try reader.displayNames(of: visible.map(\.account)),
      position: last, more: last < log.last)
  }

  /// What follows, as the owner sees it, for all streams that wait there: each had its right looked up when it began to
  /// wait and is ended by whoever takes it away, so nobody's is looked up here.
  /// - Parameter sequence: nil where nothing is known of those that wait.
  /// - Returns: where the log ends, nil without a document; and its entries, where they follow `sequence`.
  public static func tail(
    of id: DocumentID, after sequence: UInt64?, limit: Int, reading reader: any CollaborationReader
  ) throws -> (last: UInt64?, page: EventPage?) {
    guard let document = try reader.document(id), document.deletedAt == nil else {
      return (nil, nil)
    }
    let last = document.lastSequence
    guard let sequence, sequence <= last else { return (last, nil) }
    let log = LogReading(documentID: id, position: sequence, last: last, isOwner: true)
    return (last, try page(log, limit: limit, reading: reader))
  }

  /// A stretch of the log as the account may see it, with access checked in the same transaction.
  /// - Returns: the answer, or `positionUnknown` for a position beyond the end of the log.
  public static func events(
    of id: DocumentID, after sequence: UInt64, limit: Int, for call: Call,
    reading reader: any CollaborationReader
  ) throws -> Outcome<EventPage> {
    switch try reading(of: id, after: sequence, for: call, reading: reader) {
    case .failure(let refusal): .failure(refusal)
    case .success(let log): .success(try page(log, limit: limit, reading: reader))
    }
  }

  /// Why a stream that was served is served no longer.
  public static func streamEnd(
    of id: DocumentID, after refusal: CollaborationRefusal, reading reader: any CollaborationReader
  ) throws -> StreamEnd {
    guard refusal != .unauthenticated, refusal != .accountDisabled else { return .signedOut }
    guard let document = try reader.document(id) else { return .removed }
    if document.deletedAt != nil { return .deleted }
    return document.collaborationID == nil ? .stopped : .removed
  }
}

/// A log that somebody may read, and from where.
public struct LogReading: Hashable, Sendable {
  /// Whose log.
  public var documentID: DocumentID
  /// Entries after this sequence are read; 0 is the beginning.
  public var position: UInt64
  /// The newest entry there is.
  public var last: UInt64
  /// Owners see who knocks.
  public var isOwner: Bool
}

/// Why a stream ends that a person should be told about.
public enum StreamEnd: Hashable, Sendable {
  case removed, stopped, deleted, signedOut
}

/// Log entries, oldest first.
public struct EventPage: Hashable, Sendable {
  /// What the account may see of the stretch; knocks only where it owns the document.
  public var events: [EventRecord]
  /// How the accounts that did them are shown.
  public var names: [AccountLabel: String]
  /// The last sequence looked at, seen or not: where to go on.
  public var position: UInt64
  /// Whether the log goes on after `position`.
  public var more: Bool
}
