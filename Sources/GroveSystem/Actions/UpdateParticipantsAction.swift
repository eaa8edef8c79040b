public import GroveIdentity

/// Asks for identities to be added, removed or replaced: before a share is sent, and when the
/// people in the conversation or their devices change.
public struct UpdateParticipantsAction: Hashable, Sendable, Codable {
  /// One identity in the place of another: access that was granted moves with it.
  public struct Replacement: Hashable, Sendable, Codable {
    /// The identity that is stored now; its access passes to `new`.
    public let old: RootHash
    /// The identity of the same person's devices as they are now.
    public let new: RootHash

    /// One replacement, as the messenger asks for it when somebody's devices have changed.
    public init(old: RootHash, new: RootHash) {
      self.old = old
      self.new = new
    }
  }

  /// An identity to be added, and another one that the same person was given there.
  public struct Person: Hashable, Sendable, Codable {
    /// One of `addedRoots`.
    public let root: RootHash
    /// Whoever is removed by either is removed by both.
    public let person: RootHash

    /// What the messenger knows of somebody with whom something is shared once more.
    public init(root: RootHash, person: RootHash) {
      self.root = root
      self.person = person
    }
  }

  /// The same when the action is repeated.
  public let actionID: RequestID
  /// As the app answered the start action.
  public let collaborationID: CollaborationID
  /// So that the app can find the content; for a share, with the options that the person selected.
  public let metadata: CollaborationMetadata
  /// To be stored: whoever proves one of these may be granted access.
  public let addedRoots: [RootHash]
  /// To be removed, with the access of whoever proved one of these.
  public let removedRoots: [RootHash]
  /// A handler that knows only added and removed may treat each as one of both.
  public let replacedRoots: [Replacement]
  /// Of those to be added whose person has another identity there; nil: of none.
  public let persons: [Person]?
  /// True: `removedRoots` alone are removed, and their persons keep what else they have. Otherwise whoever is removed
  /// loses every identity of theirs.
  public let removesOnlyThese: Bool?
  /// Seconds until the action is given up.
  public let timeLimit: Int

  /// Made by the messenger, which alone derives roots.
  public init(
    actionID: RequestID, collaborationID: CollaborationID, metadata: CollaborationMetadata,
    addedRoots: [RootHash] = [], removedRoots: [RootHash] = [],
    replacedRoots: [Replacement] = [], persons: [Person] = [], removesOnlyThese: Bool = false,
    timeLimit: Int
  ) {
    self.actionID = actionID
    self.collaborationID = collaborationID
    self.metadata = metadata
    self.addedRoots = addedRoots
    self.removedRoots = removedRoots
    self.replacedRoots = replacedRoots
    self.persons = persons.isEmpty ? nil : persons
    self.removesOnlyThese = removesOnlyThese ? true : nil
    self.timeLimit = timeLimit
  }
}

/// What an app answers to an update of participants or a cancellation.
public enum CollaborationActionAnswer: Hashable, Sendable, Codable {
  /// - Parameter epoch: after the change, where the handler knows it.
  case fulfilled(epoch: UInt64? = nil)
  /// - Parameters:
  ///   - reason: a sentence for the person; may be empty.
  ///   - isUnchanged: nobody has even tried, so nothing has to be taken back.
  case failed(reason: String, isUnchanged: Bool = false)
}
