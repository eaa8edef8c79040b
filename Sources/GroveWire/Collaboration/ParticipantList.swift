public import GroveIdentity

/// The owner and the identities.
public struct ParticipantList: Hashable, Sendable, Codable {
  public var owner: AccountLabel
  public var ownerDisplayName: String
  public var participants: [Participant]

  public init(owner: AccountLabel, ownerDisplayName: String, participants: [Participant]) {
    self.owner = owner
    self.ownerDisplayName = ownerDisplayName
    self.participants = participants
  }
}
