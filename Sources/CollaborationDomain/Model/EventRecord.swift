public import GroveIdentity

/// One entry of a document's log, appended in the transaction that makes it true.
public struct EventRecord: Hashable, Sendable {
  /// What happened, with what belongs to it.
  public enum Kind: Hashable, Sendable {
    /// Opaque bytes from a client; never interpreted.
    case edit(updateID: RequestID, data: [UInt8])
    case comment(updateID: RequestID, data: [UInt8])
    case renamed(title: String)
    case moved(location: String)
    case optionsChanged(SelectedShareOptions)
    case granted(AccountLabel)
    /// Nil when sharing ended for everybody at once.
    case removed(AccountLabel?)
    case left(AccountLabel)
    /// For the owner only.
    case knocked(AccountLabel)

    /// Whether it changed what the document says: not where it is kept, nor who takes part.
    var isUpdate: Bool {
      switch self {
      case .edit, .comment, .renamed: true
      case .moved, .optionsChanged, .granted, .removed, .left, .knocked: false
      }
    }
  }

  /// Knocks: others see their numbers missing.
  public var isForOwner: Bool { if case .knocked = kind { true } else { false } }

  /// Whose log.
  public var documentID: DocumentID
  /// Grows by one per document, without gaps.
  public var sequence: UInt64
  /// What happened.
  public var kind: Kind
  /// Who did it.
  public var account: AccountLabel
  /// Milliseconds since 1970.
  public var at: UInt64

  /// Made by the rule whose change it tells of, with the log's next sequence.
  public init(
    documentID: DocumentID, sequence: UInt64, kind: Kind, account: AccountLabel, at: UInt64
  ) {
    self.documentID = documentID
    self.sequence = sequence
    self.kind = kind
    self.account = account
    self.at = at
  }

  /// Bytes an entry counts where reads are bounded by bytes: its payload, and 256 for the rest.
  public var size: Int {
    let payload =
      switch kind {
      case .edit(_, let data), .comment(_, let data): data.count
      case .renamed(let text), .moved(let text): text.utf8.count
      case .optionsChanged(let options): options.appSelection?.utf8.count ?? 0
      case .granted, .removed, .left, .knocked: 0
      }
    return payload + 256
  }

  /// The client's identifier of the update, for edits and comments.
  public var updateID: RequestID? {
    switch kind {
    case .edit(let updateID, _), .comment(let updateID, _): updateID
    default: nil
    }
  }
}
