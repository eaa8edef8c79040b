public import GroveIdentity

/// How a share is shared, and with whom, as the caller may see it.
public struct RecordShareState: Hashable, Sendable, Codable {
  public var terms: RecordShareTerms
  /// Through which people take part: the end of the share's link.
  public var collaborationID: CollaborationID
  /// The owner first, then at most 99 others. The owner of the share is told of everybody who was invited, others of
  /// those who take part.
  public var participants: [RecordParticipant]
  /// Whether there are others: `participants` of the collaboration tells them a page at a time.
  public var isMore: Bool

  public init(
    terms: RecordShareTerms, collaborationID: CollaborationID, participants: [RecordParticipant],
    isMore: Bool
  ) {
    self.terms = terms
    self.collaborationID = collaborationID
    self.participants = participants
    self.isMore = isMore
  }
}

/// Somebody who takes part in a share, or was invited.
public struct RecordParticipant: Hashable, Sendable, Codable {
  /// The identity they were invited by; absent for the owner of the share, who needs none.
  public var root: RootHash?
  /// Their name in the container; absent while they have not proved that identity, or never used the container.
  public var user: String?
  /// How they are shown to others; absent while they have not proved that identity.
  public var displayName: String?
  public var access: Document.Access
  /// Whether it is the caller.
  public var isCaller: Bool

  public init(
    root: RootHash?, user: String?, displayName: String?, access: Document.Access, isCaller: Bool
  ) {
    self.root = root
    self.user = user
    self.displayName = displayName
    self.access = access
    self.isCaller = isCaller
  }
}

/// A share that a link leads to.
public struct FoundRecordShare: Hashable, Sendable, Codable {
  public var container: String
  /// As the caller reaches it.
  public var zone: RecordZonePlace
  /// The share's own record.
  public var share: RecordState
  /// The record that is shared; absent where the whole zone is.
  public var root: RecordState?

  public init(container: String, zone: RecordZonePlace, share: RecordState, root: RecordState?) {
    self.container = container
    self.zone = zone
    self.share = share
    self.root = root
  }
}

/// What a container's stream tells: that something has changed, not what.
public struct RecordStreamEvent: Hashable, Sendable, Codable {
  /// `private` or `shared`.
  public var scope: RecordScope
  /// Zones with something new.
  public var changed: [RecordZoneState]
  /// Zones that are gone, or not shared with the caller any more.
  public var ended: [EndedRecordZone]

  public init(scope: RecordScope, changed: [RecordZoneState], ended: [EndedRecordZone]) {
    self.scope = scope
    self.changed = changed
    self.ended = ended
  }
}
