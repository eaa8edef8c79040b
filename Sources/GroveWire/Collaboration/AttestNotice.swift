public import GroveIdentity

/// Asks the server to sign that this account caused an event (protocol 12.4, level B).
public struct AttestNotice: Hashable, Sendable, Codable {
  /// The identifier the notice itself will carry.
  public var noticeID: NoticeID
  /// Protocol 12.4: 1 change, 2 membership, 3 mention, 4 persistence.
  public var event: Int
  /// Protocol 12.4: what kind of that event; 0 for a mention, which has none.
  public var trigger: Int
  /// Milliseconds since 1970, as in the notice. It is signed, and must lie within the last ten
  /// minutes.
  public var at: DecimalUInt64

  /// Made by the app before its notice is posted; every member is signed and so must equal the
  /// notice's.
  public init(noticeID: NoticeID, event: Int, trigger: Int, at: DecimalUInt64) {
    self.noticeID = noticeID
    self.event = event
    self.trigger = trigger
    self.at = at
  }
}
