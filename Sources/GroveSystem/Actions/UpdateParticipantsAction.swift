public import GroveIdentity

/// Asks for identities to be added, removed or replaced (design 3, steps 6 and 9).
public struct UpdateParticipantsAction: Hashable, Sendable, Codable {
  /// One identity in the place of another: access that was granted moves with it.
  public struct Replacement: Hashable, Sendable, Codable {
    public let old: RootHash
    public let new: RootHash

    public init(old: RootHash, new: RootHash) {
      self.old = old
      self.new = new
    }
  }

  /// The same when the action is repeated.
  public let actionID: RequestID
  public let collaborationID: CollaborationID
  public let metadata: CollaborationMetadata
  public let addedRoots: [RootHash]
  public let removedRoots: [RootHash]
  /// A handler that knows only added and removed may treat each as one of both.
  public let replacedRoots: [Replacement]
  public let timeLimit: Int

  public init(
    actionID: RequestID, collaborationID: CollaborationID, metadata: CollaborationMetadata,
    addedRoots: [RootHash] = [], removedRoots: [RootHash] = [],
    replacedRoots: [Replacement] = [], timeLimit: Int
  ) {
    self.actionID = actionID
    self.collaborationID = collaborationID
    self.metadata = metadata
    self.addedRoots = addedRoots
    self.removedRoots = removedRoots
    self.replacedRoots = replacedRoots
    self.timeLimit = timeLimit
  }
}

public enum CollaborationActionAnswer: Hashable, Sendable, Codable {
  /// - Parameter epoch: after the change, where the handler knows it.
  case fulfilled(epoch: UInt64? = nil)
  /// - Parameters:
  ///   - reason: a sentence for the person; may be empty.
  ///   - isUnchanged: nobody has even tried, so nothing has to be taken back.
  case failed(reason: String, isUnchanged: Bool = false)
}
