/// What the sharer selected, as far as the server enforces it, with the app's own selection kept
/// unread beside it.
public struct SelectedShareOptions: Hashable, Sendable, Codable {
  /// What participants may do with the content; the owner may always write.
  public enum Access: String, Hashable, Sendable, Codable {
    case readWrite, readOnly
  }

  /// Asked for at every update and snapshot.
  public var access: Access
  /// Whether comments may be appended; read-only participants then may, too.
  public var allowsComments: Bool
  /// Whether mentions are attested.
  public var allowsMentions: Bool
  /// The app's own; at most 4 KiB.
  public var appSelection: String?

  /// Made from what the app sent, whose lengths were checked.
  public init(
    access: Access, allowsComments: Bool, allowsMentions: Bool, appSelection: String? = nil
  ) {
    self.access = access
    self.allowsComments = allowsComments
    self.allowsMentions = allowsMentions
    self.appSelection = appSelection
  }
}
