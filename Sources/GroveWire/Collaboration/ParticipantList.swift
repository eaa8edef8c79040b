public import GroveIdentity

/// The owner and the identities.
public struct ParticipantList: Hashable, Sendable, Codable {
  public var owner: AccountLabel
  public var ownerDisplayName: String
  public var participants: [Participant]
  /// True where the page was full: ask again with `after` the last root.
  public var more: Bool?

  public init(
    owner: AccountLabel, ownerDisplayName: String, participants: [Participant], more: Bool? = nil
  ) {
    self.owner = owner
    self.ownerDisplayName = ownerDisplayName
    self.participants = participants
    self.more = more
  }
}
