public import GroveIdentity
public import GroveSystem

/// "Update the documents too?": what a conversation's new people would mean for each document this
/// person shared in it (protocol 12.1; design 3, step 9). Nothing happens before they consent.
public struct MembershipOffer: Hashable, Sendable {
  /// One document: who gains access and who loses it.
  public struct Document: Hashable, Sendable {
    public let collaboration: CollaborationKey
    public let title: String
    /// In the conversation, without an identity yet.
    public let gains: [AccountID]
    /// With an identity, not in the conversation any more.
    public let loses: [AccountID]
    /// Those of `loses` who left the document by themselves, as far as its server told: they would lose only that
    /// they may come back.
    public let left: [AccountID]
    /// Those of `loses` with whom it was shared in other conversations too, and in which.
    public let elsewhere: [AccountID: [ConversationID]]
    /// Those of `elsewhere` who keep what the other conversations give them. Whoever is not among them loses the
    /// document altogether.
    public internal(set) var keeps: [AccountID] = []

    package init(
      collaboration: CollaborationKey, title: String, gains: [AccountID], loses: [AccountID],
      left: [AccountID] = [], elsewhere: [AccountID: [ConversationID]] = [:]
    ) {
      (self.collaboration, self.title) = (collaboration, title)
      (self.gains, self.loses, self.left) = (gains, loses, left)
      self.elsewhere = elsewhere
    }
  }

  public let conversationID: ConversationID
  /// The conversation's version that the plan is for.
  public let version: UInt64
  public private(set) var documents: [Document]

  /// The same, where those who were invited in other conversations too keep what those give them.
  public var keepingOthers: MembershipOffer {
    var offer = self
    for place in documents.indices {
      offer.documents[place].keeps = documents[place].elsewhere.keys.sorted()
    }
    return offer
  }
}
