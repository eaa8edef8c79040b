/// What the sharer selected: the meaning the server enforces, and the app's own selection kept for
/// it unread.
public struct ShareOptions: Hashable, Sendable, Codable {
  public enum Access: String, Hashable, Sendable, Codable, CaseIterable {
    case readWrite, readOnly
  }

  public var access: Access
  public var allowsComments: Bool
  public var allowsMentions: Bool
  /// At most 4 KiB.
  public var appSelection: String?

  public init(
    access: Access, allowsComments: Bool, allowsMentions: Bool, appSelection: String? = nil
  ) {
    self.access = access
    self.allowsComments = allowsComments
    self.allowsMentions = allowsMentions
    self.appSelection = appSelection
  }
}
