public import GroveIdentity

/// One notice on its way to one address. Until it has arrived or expired it is the same notice, whatever
/// happens in between; a newer one of its kind by the same account takes its place.
public struct WaitingNotice: Hashable, Sendable {
  /// One row for each address and kind of action by one account.
  public struct Key: Hashable, Sendable {
    /// The identity that hears of it.
    public var root: RootHash
    public var event: NoticeEvent.Key

    /// For one address of the event's collaboration.
    public init(root: RootHash, event: NoticeEvent.Key) {
      self.root = root
      self.event = event
    }
  }

  /// Whom it is for, as it was when the notice was made.
  public var address: NoticeAddress
  /// What it says.
  public var action: NoticeAction
  /// Random; the same for all who hear of one event.
  public var noticeID: NoticeID
  /// Grows strictly for each address.
  public var counter: UInt64
  /// How often it was tried in vain.
  public var attempts: UInt64
  /// Milliseconds since 1970: when it is tried next.
  public var dueAt: UInt64
  /// Milliseconds since 1970: from then on it is not tried any more.
  public var expiresAt: UInt64

  /// Made by `NoticeRules`.
  public init(
    address: NoticeAddress, action: NoticeAction, noticeID: NoticeID, counter: UInt64,
    attempts: UInt64, dueAt: UInt64, expiresAt: UInt64
  ) {
    self.address = address
    self.action = action
    self.noticeID = noticeID
    self.counter = counter
    self.attempts = attempts
    self.dueAt = dueAt
    self.expiresAt = expiresAt
  }

  /// The row's key.
  public var key: Key {
    Key(
      root: address.root,
      event: NoticeEvent.Key(address.collaborationID, action.account, action.kind, action.subject))
  }
}
