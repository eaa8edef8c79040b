public import GroveIdentity

/// Asks the server to sign that this account caused an event (protocol 12.4, level B).
public struct AttestNotice: Hashable, Sendable, Codable {
  public var noticeID: NoticeID
  public var event: Int
  public var trigger: Int
  public var at: DecimalUInt64

  public init(noticeID: NoticeID, event: Int, trigger: Int, at: DecimalUInt64) {
    self.noticeID = noticeID
    self.event = event
    self.trigger = trigger
    self.at = at
  }
}
