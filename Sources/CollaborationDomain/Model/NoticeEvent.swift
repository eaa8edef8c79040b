public import GroveIdentity

/// What somebody did that others are to be told, as a notice says it (protocol 12.4).
public struct NoticeAction: Hashable, Sendable {
  /// Who did it: is told only what their own card shows.
  public var account: AccountLabel
  /// What was done.
  public var kind: CausedEvent.Kind
  /// The one who was added or removed, where it was one; the one who is mentioned.
  public var subject: RootHash?
  /// The account's identity when it did it.
  public var actorRoot: RootHash
  /// How the app shows whom a reader's identity maps may not know: the subject, where the owner let them in, or else the
  /// actor.
  public var name: String?
  /// Milliseconds since 1970: of several of a kind, the last one's.
  public var at: UInt64

  /// Made in the transaction in which it is done.
  public init(
    account: AccountLabel, kind: CausedEvent.Kind, subject: RootHash? = nil, actorRoot: RootHash,
    name: String? = nil, at: UInt64
  ) {
    self.account = account
    self.kind = kind
    self.subject = subject
    self.actorRoot = actorRoot
    self.name = name
    self.at = at
  }
}

extension CausedEvent.Kind {
  /// Somebody came or went.
  var isOfMembership: Bool { self == .addedCollaborator || self == .removedCollaborator }
}

extension NoticeAction {
  /// Whether the name, where there is one, is that of who came or went by somebody else's hand.
  package var namesSubject: Bool { kind.isOfMembership && subject != nil && subject != actorRoot }
}

/// An action that nobody has been told yet, written in the transaction in which it was done: one row, however
/// many hear of it. Another of the same kind by the same account joins it.
public struct NoticeEvent: Hashable, Sendable {
  /// What rows of one kind have in common.
  public struct Key: Hashable, Sendable {
    public var collaborationID: CollaborationID
    public var account: AccountLabel
    public var kind: CausedEvent.Kind
    public var subject: RootHash?

    /// Of an action in a collaboration.
    public init(
      _ collaborationID: CollaborationID, _ account: AccountLabel, _ kind: CausedEvent.Kind,
      _ subject: RootHash?
    ) {
      self.collaborationID = collaborationID
      self.account = account
      self.kind = kind
      self.subject = subject
    }
  }

  /// Where it was done.
  public var collaborationID: CollaborationID
  /// What was done.
  public var action: NoticeAction
  /// Milliseconds since 1970: when the first of those that are told together was done.
  public var firstAt: UInt64
  /// Milliseconds since 1970, from when on it is told.
  public var dueAt: UInt64
  /// The collaboration ended with it.
  public var isLast: Bool
  /// The notice's identifier, once telling has begun.
  public var noticeID: NoticeID?
  /// The last identity whose address has been told, while there are more.
  public var after: RootHash?
  /// The document's first lines are others with it: its actor hears of it, too, whose card shows them.
  public var changesLines: Bool
  /// Whom each of those that are told together mentions: they hear of that, and of this not besides.
  public var mentioned: Set<RootHash>

  /// Made by `NoticeRules`.
  public init(
    collaborationID: CollaborationID, action: NoticeAction, firstAt: UInt64, dueAt: UInt64,
    isLast: Bool = false, noticeID: NoticeID? = nil, after: RootHash? = nil,
    changesLines: Bool = false, mentioned: Set<RootHash> = []
  ) {
    self.collaborationID = collaborationID
    self.action = action
    self.firstAt = firstAt
    self.dueAt = dueAt
    self.isLast = isLast
    self.noticeID = noticeID
    self.after = after
    self.changesLines = changesLines
    self.mentioned = mentioned
  }

  /// The row's key.
  public var key: Key { Key(collaborationID, action.account, action.kind, action.subject) }
}
