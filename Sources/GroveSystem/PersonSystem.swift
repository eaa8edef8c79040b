public import GroveIdentity

/// What a person's own surfaces may ask of the messenger: the share sheet and the compose field.
///
/// Apps are not given this: they hand over content and hear what became of it. A presenter that
/// shows a share sheet on the person's behalf is.
public protocol PersonSystem: Sendable {
  /// Conversations one can share into, the one with the newest activity first. Photos are left out.
  func conversationSummaries() async throws(MessengerError) -> [ConversationSummary]
  /// The person behind a handle.
  /// - Throws: `contactUnknown`, `contactChanged`.
  func recipient(handle: String) async throws(MessengerError) -> Recipient
  /// Chooses a conversation in a sheet: its people are the recipients.
  /// - Throws: `conversationUnknown`; the sheet has not changed then.
  func choose(_ conversation: ConversationID, in sheet: inout ShareSheet)
    async throws(MessengerError)

  /// Puts a draft into the compose field. Nothing is sent and nobody is asked.
  func stage(_ sheet: ShareSheet) async throws(MessengerError) -> Draft
  /// What is in compose fields, the oldest first.
  func drafts() async throws(MessengerError) -> [DraftStatus]
  /// Changes options, recipients or text of a draft that is not being sent.
  /// - Throws: `itemUnknown` where there is no such draft, or where it is being sent.
  func update(_ draft: Draft) async throws(MessengerError)
  /// Throws a draft away.
  /// - Throws: `itemUnknown` where there is none, or where it is being sent: cancel first.
  func discardDraft(_ id: RequestID) async throws(MessengerError)
  /// Sends a draft; returns when it is decided (protocol 6.5).
  func send(_ id: RequestID) async throws(MessengerError) -> ShareOutcome
  /// Cancels a share that is being sent; false where it is too late.
  func cancelShare(_ draftID: RequestID) async throws(MessengerError) -> Bool

  /// A message in a conversation: what the collaboration button's one-tap message sends. It is
  /// stored before this returns, and may leave later.
  /// - Throws: `conversationUnknown`, `notAMember`, `limitExceeded`.
  func message(_ text: String, in conversation: ConversationID) async throws(MessengerError)
}

/// Somebody a share can go to.
public struct Recipient: Hashable, Sendable, Codable {
  /// What a sheet's recipients are: the same whatever the handle or the name becomes.
  public let account: AccountID
  /// The handle the person was found by.
  public let handle: String
  /// As they call themselves: the relay's word.
  public let name: String

  /// For a messenger that answers `recipient(handle:)`, and for tests.
  public init(account: AccountID, handle: String, name: String) {
    self.account = account
    self.handle = handle
    self.name = name
  }
}
