/// How far a mailbox has grown and what waits in it.
public struct MailboxPosition: Hashable, Sendable {
  /// The highest sequence ever given out; 0 in a new mailbox. It never goes back, not even when the
  /// device is removed and listed again, so an old position never hides a new entry.
  public var last: UInt64
  /// Entries not yet acknowledged.
  public var entries: Int
  /// Bytes of envelopes not yet acknowledged.
  public var bytes: Int

  /// Made by a store; a mailbox that never had an entry is all zeros.
  public init(last: UInt64 = 0, entries: Int = 0, bytes: Int = 0) {
    self.last = last
    self.entries = entries
    self.bytes = bytes
  }
}
