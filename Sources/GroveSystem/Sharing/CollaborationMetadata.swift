public import GroveIdentity
public import GroveMessage

/// What an app says about the content it wants to share.
public struct CollaborationMetadata: Hashable, Sendable, Codable {
  /// The app's own name for the content on this device, before it has been shared.
  public var localIdentifier: String
  /// Present when the content is shared already.
  public var collaborationID: CollaborationID?
  /// Goes to the recipients with the invitation; may be empty.
  public var title: String
  /// The app account the person shares from. Shown to the sender only, so that they can see which
  /// account it is; never sent to anybody.
  public var initiatorHandle: String?
  /// The name of that account's person, on one line. Shown to the sender only.
  public var initiatorName: String?
  /// The same name in parts, in the order in which the app's framework writes them. The messenger
  /// reads nothing of it: it gives it back to the app with its actions.
  public var initiatorNameParts: [String]?
  /// What the app offers.
  public var defaultShareOptions: CollaborationShareOptions?
  /// What the person chose; filled in when the start action is made.
  public var userSelectedShareOptions: CollaborationShareOptions?
  /// How it is shown in the conversation; goes to the recipients with the invitation. Nil: by its title alone.
  public var card: DocumentCard?

  /// What an app hands over to be shared; `collaborationID` where it is shared already.
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

  /// What its card says that is written in it; nil for nothing.
  public var shownFirstLines: String? { card?.firstLines }
  /// Whether its card has a picture.
  public var showsPicture: Bool { card?.icon != nil }

  /// Says how it is shown, as far as a card takes it (`DocumentCard.fitting`). What is not given stays as it was said.
  /// - Parameters:
  ///   - pictures: bytes of image files, the best first.
  ///   - text: what is written in it.
  public mutating func show(
    appName: String? = nil, pictures: [[UInt8]] = [], text: String? = nil
  ) {
    let said = DocumentCard.fitting(appName: appName, pictures: pictures, text: text)
    let shown = DocumentCard(
      appName: said.appName ?? card?.appName, icon: said.icon ?? card?.icon,
      firstLines: said.firstLines ?? card?.firstLines)
    card = shown == DocumentCard() ? nil : shown
  }
}
