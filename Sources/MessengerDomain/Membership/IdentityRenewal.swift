public import GroveIdentity
public import GroveSystem

/// A participant whose devices changed since their identity was made (protocol 12.2).
public struct IdentityRenewal: Hashable, Sendable {
  public let collaboration: CollaborationKey
  /// The document's, as it was shared.
  public let title: String
  public let conversationID: ConversationID
  public let account: AccountID
  public let root: RootHash
  public let reason: AccessRenewal.Reason
  /// Milliseconds since 1970: of the newest statement, by the clock of whoever signed it.
  public let since: UInt64
  /// An alarm stands about the account (protocol 11).
  public let isAlarmed: Bool
}
