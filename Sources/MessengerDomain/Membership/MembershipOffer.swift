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
  }

  public let conversationID: ConversationID
  /// The conversation's version that the plan is for.
  public let version: UInt64
  public let documents: [Document]
}
