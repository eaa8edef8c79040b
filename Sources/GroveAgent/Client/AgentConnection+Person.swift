public import GroveIdentity
public import GroveSystem

extension AgentConnection {
  public func conversationSummaries() async throws(MessengerError) -> [ConversationSummary] {
    throw MessengerError(.agentUnreachable)
  }

  public func recipient(handle: String) async throws(MessengerError) -> Recipient {
    throw MessengerError(.agentUnreachable)
  }

  public func choose(_ conversation: ConversationID, in sheet: inout ShareSheet)
    async throws(MessengerError)
  { throw MessengerError(.agentUnreachable) }

  public func drafts() async throws(MessengerError) -> [DraftStatus] {
    throw MessengerError(.agentUnreachable)
  }

  public func update(_ draft: Draft) async throws(MessengerError) {
    throw MessengerError(.agentUnreachable)
  }

  public func discardDraft(_ id: RequestID) async throws(MessengerError) {
    throw MessengerError(.agentUnreachable)
  }

  public func send(_ id: RequestID) async throws(MessengerError) -> ShareOutcome {
    throw MessengerError(.agentUnreachable)
  }

  public func cancelShare(_ draftID: RequestID) async throws(MessengerError) -> Bool {
    throw MessengerError(.agentUnreachable)
  }

  public func message(_ text: String, in conversation: ConversationID)
    async throws(MessengerError)
  { throw MessengerError(.agentUnreachable) }
}
