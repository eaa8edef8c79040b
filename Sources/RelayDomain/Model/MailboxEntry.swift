public import GroveIdentity

/// One entry of a device's mailbox.
public struct MailboxEntry: Hashable, Sendable {
  /// What is delivered.
  public enum Payload: Hashable, Sendable {
    /// A sealed envelope and the account that uploaded it.
    case envelope(sender: AccountID, bytes: [UInt8])
    case conversation(ConversationEvent)
    /// An account has a newer statement.
    case account(AccountID, seq: UInt64)
    /// Entries were not kept: so many expired, and changes of conversations may be among them. The
    /// device asks for its conversations again. One waits at most; a further one takes its place.
    case gap(entries: UInt64)
    /// What an app's server has told the account (protocol 12.8).
    case notice(PushedNotice)

    /// Bytes counted against the mailbox's quota: what grows with what others send.
    public var size: Int {
      switch self {
      case .envelope(_, let bytes): bytes.count
      case .notice(let notice): notice.body.count
      case .conversation, .account, .gap: 0
      }
    }

    /// Whose share of the mailbox it counts against.
    public var origin: AccountID? {
      switch self {
      case .envelope(let sender, _): sender
      case .conversation(let event): event.by
      case .account(let account, _): account
      case .gap: nil
      case .notice(let notice): notice.owner
      }
    }
  }

  /// Grows within the mailbox; assigned in the transaction that queues the entry.
  public var sequence: UInt64
  /// Milliseconds, the relay's clock.
  public var receivedAt: UInt64
  /// What the device is told.
  public var payload: Payload

  /// Made by a store, which gives out the sequence.
  public init(sequence: UInt64, receivedAt: UInt64, payload: Payload) {
    self.sequence = sequence
    self.receivedAt = receivedAt
    self.payload = payload
  }
}
