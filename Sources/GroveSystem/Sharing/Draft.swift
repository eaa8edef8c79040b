public import GroveIdentity

/// A share staged in the compose field: it stays on this device until it is sent, and comes back,
/// with the reason, when sending it failed.
public struct Draft: Hashable, Sendable, Codable {
  /// Names the draft on this device; nobody else sees it.
  public let draftID: RequestID
  /// The origin of the app whose content it is.
  public let origin: Origin
  /// What the sheet showed above the content.
  public let header: ShareSheet.Header
  /// Present for a collaboration, with what the person selected.
  public var metadata: CollaborationMetadata?
  /// Present for a copy.
  public var file: ShareSheet.FileRepresentation?
  /// Where it goes; nil where it goes to people who have no conversation of their own yet.
  public var conversation: ConversationID?
  /// Everybody it goes to but the sender.
  public var recipients: [AccountID]
  /// Goes along as a message of its own; may be empty.
  public var text: String
  /// Milliseconds since 1970: when it was staged.
  public let createdAt: UInt64
  /// Why the last attempt failed; nil where there was none.
  public var failure: ShareFailure?

  /// The line under the title.
  public var summary: String {
    metadata == nil ? "Send a copy" : metadata?.userSelectedShareOptions?.summary ?? "Collaborate"
  }
}

/// Message text and content are the person's own: a draft prints its identifier and nothing else.
extension Draft: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `Draft(…)` with the identifier and nothing else, so that it can stand in a log.
  public var description: String { "Draft(\(draftID))" }
  /// The same, so that a debugger's output shows nothing of the person's either.
  public var debugDescription: String { description }
  /// The identifier alone, for whatever prints by reflection.
  public var customMirror: Mirror { Mirror(self, children: ["draftID": draftID]) }
}
