public import GroveIdentity

/// A notice before it is posted: what the app's server is asked to vouch for (protocol 12.4, level
/// B). Not in the platform's framework.
public struct GroveNotice: Hashable, Sendable {
  /// Random; the attestation is for this notice and no other.
  public let noticeID: NoticeID
  /// 1 change, 2 membership, 3 mention, 4 persistence.
  public let event: Int
  /// As in the event's own enumeration; 0 for a mention.
  public let trigger: Int
  /// Milliseconds since 1970.
  public let at: UInt64
  /// What the app's server calls the collaboration, for the route's path; `json()` leaves it out.
  public let collaborationIdentifier: String

  /// The request body of a Grove server's attestation route, as UTF-8; `at` is a decimal string
  /// (protocol 2.6.1).
  public func json() throws -> [UInt8] {
    try StrictJSON.encode(
      Body(noticeID: noticeID, event: event, trigger: trigger, at: DecimalUInt64(at)))
  }

  private struct Body: Encodable {
    let noticeID: NoticeID
    let event: Int
    let trigger: Int
    let at: DecimalUInt64
  }
}
