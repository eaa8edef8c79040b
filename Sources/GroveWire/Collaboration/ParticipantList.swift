public import GroveIdentity

/// The owner and the identities.
public struct ParticipantList: Hashable, Sendable, Codable {
  /// The account that owns the document; it needs no identity of its own.
  public var owner: AccountLabel
  /// How the owner is shown; the label where no name is known.
  public var ownerDisplayName: String
  /// Ascending by root, at most as many as were asked for.
  public var participants: [Participant]
  /// True where the page was full: ask again with `after` the last root.
  public var more: Bool?

  /// One page as a server answers it, or all pages that a client has put together.
  public init(
    owner: AccountLabel, ownerDisplayName: String, participants: [Participant], more: Bool? = nil
  ) {
    self.owner = owner
    self.ownerDisplayName = ownerDisplayName
    self.participants = participants
    self.more = more
  }
}
