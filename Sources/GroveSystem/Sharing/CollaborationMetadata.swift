public import GroveIdentity

/// What an app says about the content it wants to share (design 3, step 1).
public struct CollaborationMetadata: Hashable, Sendable, Codable {
  /// The app's own name for the content on this device, before it has been shared.
  public var localIdentifier: String
  /// Present when the content is shared already.
  public var collaborationID: CollaborationID?
  public var title: String
  /// The app account and the name the person shares from. Shown to the sender only, so that they
  /// can see which account it is; never sent to anybody.
  public var initiatorHandle: String?
  public var initiatorName: String?
  /// The name in the app's own parts, which it gets back with its actions. In the framework's order;
  /// the messenger keeps it and reads nothing of it.
  public var initiatorNameParts: [String]?
  /// What the app offers.
  public var defaultShareOptions: CollaborationShareOptions?
  /// What the person chose; filled in when the start action is made.
  public var userSelectedShareOptions: CollaborationShareOptions?

  public init(
    localIdentifier: String, collaborationID: CollaborationID? = nil, title: String,
    initiatorHandle: String? = nil, initiatorName: String? = nil,
    defaultShareOptions: CollaborationShareOptions? = nil
  ) {
    self.localIdentifier = localIdentifier
    self.collaborationID = collaborationID
    self.title = title
    self.initiatorHandle = initiatorHandle
    self.initiatorName = initiatorName
    self.defaultShareOptions = defaultShareOptions
  }
}
