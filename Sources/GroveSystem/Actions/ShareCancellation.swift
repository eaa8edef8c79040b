public import GroveIdentity

/// Which start action is taken back.
public struct ShareCancellation: Hashable, Sendable, Codable {
  /// The `actionID` of the start action.
  public let startActionID: RequestID
  /// Nil when the start action was never answered, so that only the app can know what it made.
  public let collaborationID: CollaborationID?
  /// The same as the start action had, so that the app can find its content.
  public let metadata: CollaborationMetadata

  /// Made by the messenger when a share is cancelled or fails.
  public init(
    startActionID: RequestID, collaborationID: CollaborationID?, metadata: CollaborationMetadata
  ) {
    self.startActionID = startActionID
    self.collaborationID = collaborationID
    self.metadata = metadata
  }
}
