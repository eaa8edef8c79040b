public import GroveIdentity
public import GroveSystem

/// What a share procedure asks for. The answer comes back as the `ShareEvent` named.
public enum ShareDirective: Hashable, Sendable {
  /// Fetch and check device lists: `resolved`, `resolveFailed`.
  case resolve([AccountID])
  /// `started`, `startFailed`, `startLost`, `startTimedOut`.
  case start(actionID: RequestID)
  /// Cancel the running call; its answer is still reported.
  case abandonStart
  /// Draw a fresh seed for each account and derive its root: `issued`, `issueFailed`.
  case issue([AccountID])
  /// `updated`, `updateFailed`, `updateTimedOut`.
  case update(ShareUpdate)
  case abandonUpdate
  /// Seal and upload one invitation for each account: `uploaded`, `devicesChanged`,
  /// `uploadRefused`.
  case upload([ShareProcedure.IssuedRoot])
  /// Send again the envelopes that were stored before the crash; where there are none, nothing can
  /// have left: `uploadRefused(.interrupted)`.
  case resumeUpload
  /// The server has removed them: forget these identities.
  case forget([RootHash])
  /// These roots may be on the server in place of others, or not: remember them as possible.
  case suspect([ShareProcedure.IssuedRoot])
  /// Keep these identities; tell the other participants what changed (content type 3), except
  /// after a share, whose invitations have told everybody.
  case keep([ShareProcedure.IssuedRoot])
  case announce(added: [ShareProcedure.IssuedRoot], removed: [RootHash])
  /// The draft goes back to where the person can see it, with the reason.
  case giveBack(ShareFailure)
  /// `compensated`, `compensationFailed`.
  case compensate(ShareCompensation, actionID: RequestID)
}

/// The identities one update action is about.
public struct ShareUpdate: Hashable, Sendable {
  public let actionID: RequestID
  public let added: [RootHash]
  public let removed: [RootHash]
  public let replaced: [UpdateParticipantsAction.Replacement]
  /// The removed go alone, and their persons keep what else they have.
  public let removesOnlyThese: Bool
  /// Whose the added are; the rows say that.
  public internal(set) var persons: [UpdateParticipantsAction.Person] = []

  public init(
    actionID: RequestID, added: [RootHash] = [], removed: [RootHash] = [],
    replaced: [UpdateParticipantsAction.Replacement] = [], removesOnlyThese: Bool = false
  ) {
    self.actionID = actionID
    self.added = added
    self.removed = removed
    self.replaced = replaced
    self.removesOnlyThese = removesOnlyThese
  }
}

/// What must be undone after a failure, so that nothing is left (design 5.7).
public enum ShareCompensation: Hashable, Sendable, Codable {
  /// An update action that removes these roots.
  case removeRoots([RootHash])
  /// An update action that puts the old roots back in place of the new ones.
  case restoreRoots([UpdateParticipantsAction.Replacement])
  /// The app takes its start action back.
  case cancelStart
}
