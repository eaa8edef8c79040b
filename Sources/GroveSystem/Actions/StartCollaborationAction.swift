public import GroveIdentity

/// Asks for link and identifier of content that is about to be shared.
public struct StartCollaborationAction: Hashable, Sendable, Codable {
  /// The same when the action is repeated, so it serves as the server's request identifier.
  public let actionID: RequestID
  /// With `userSelectedShareOptions` filled in.
  public let metadata: CollaborationMetadata
  /// Seconds until the action is given up.
  public let timeLimit: Int

  /// Made by the messenger when the person sends a draft.
  public init(actionID: RequestID, metadata: CollaborationMetadata, timeLimit: Int) {
    self.actionID = actionID
    self.metadata = metadata
    self.timeLimit = timeLimit
  }
}

/// What an app answers to a start action.
public enum StartCollaborationAnswer: Hashable, Sendable, Codable {
  /// - Parameter epoch: the collaboration's membership counter, where the app knows it.
  case fulfilled(link: String, collaborationID: CollaborationID, epoch: UInt64? = nil)
  /// The app says so itself: it has made nothing.
  /// - Parameter reason: a sentence for the person; may be empty.
  case failed(reason: String)
  /// Nobody can say what the app has made: it is taken back.
  case lost(reason: String)
}
