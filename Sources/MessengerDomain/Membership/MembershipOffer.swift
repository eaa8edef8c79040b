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

    package init(
      collaboration: CollaborationKey, title: String, gains: [AccountID], loses: [AccountID],
      left: [AccountID] = []
    ) {
      (self.collaboration, self.title) = (collaboration, title)
      (self.gains, self.loses, self.left) = (gains, loses, left)
    }
  }

  public let conversationID: ConversationID
  /// The conversation's version that the plan is for.
  public let version: UInt64
  public let documents: [Document]
}
