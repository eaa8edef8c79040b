public import GroveIdentity

/// A share staged in the compose field (design 3, step 3): it stays on this device until it is
/// sent, and comes back, with the reason, when sending it failed.
public struct Draft: Hashable, Sendable, Codable {
  public let draftID: RequestID
  /// The app's.
  public let origin: Origin
  public let header: ShareSheet.Header
  /// Present for a collaboration, with what the person selected.
  public var metadata: CollaborationMetadata?
  /// Present for a copy.
  public var file: ShareSheet.FileRepresentation?
  /// Where it goes; nil where it goes to people who have no conversation of their own yet.
  public var conversation: ConversationID?
  /// Everybody it goes to but the sender.
  public var recipients: [AccountID]
  public var text: String
  public let createdAt: UInt64
  /// Why the last attempt failed.
  public var failure: ShareFailure?

  /// The line under the title.
  public var summary: String {
    metadata == nil ? "Send a copy" : metadata?.userSelectedShareOptions?.summary ?? "Collaborate"
  }
}

/// Message text and content are the person's own: a draft prints its identifier and nothing else.
extension Draft: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "Draft(\(draftID))" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["draftID": draftID]) }
}
