public import GroveIdentity

/// Which start action is taken back.
public struct ShareCancellation: Hashable, Sendable, Codable {
  /// The start action's.
  public let startActionID: RequestID
  /// Nil when the start action was never answered, so that only the app can know what it made.
  public let collaborationID: CollaborationID?
  public let metadata: CollaborationMetadata

  public init(
    startActionID: RequestID, collaborationID: CollaborationID?, metadata: CollaborationMetadata
  ) {
    self.startActionID = startActionID
    self.collaborationID = collaborationID
    self.metadata = metadata
  }
}
