/// What the sharer selected: the meaning the server enforces, and the app's own selection kept for
/// it unread.
public struct ShareOptions: Hashable, Sendable, Codable {
  /// What participants may do with the content; the owner may always write.
  public enum Access: String, Hashable, Sendable, Codable, CaseIterable {
    case readWrite, readOnly
  }

  /// Enforced by the server at every update.
  public var access: Access
  /// Whether comments may be appended; read-only participants then may, too.
  public var allowsComments: Bool
  /// Whether the server attests mentions; without it they are refused with `mentions_off`.
  public var allowsMentions: Bool
  /// At most 4 KiB.
  public var appSelection: String?

  /// Selected by the sharer, before the message is sent or later.
  public init(
    access: Access, allowsComments: Bool, allowsMentions: Bool, appSelection: String? = nil
  ) {
    self.access = access
    self.allowsComments = allowsComments
    self.allowsMentions = allowsMentions
    self.appSelection = appSelection
  }
}
