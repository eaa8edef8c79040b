import GroveIdentity
import GroveSystem

/// The person's other window takes each draft out of the compose field once its sending failed.
struct TakingMessenger: PersonSystem {
  let messenger: FakeMessenger

  init(_ messenger: FakeMessenger) { self.messenger = messenger }

  func send(_ id: RequestID) async throws(MessengerError) -> ShareOutcome {
    let outcome = try await messenger.send(id)
    if case .failed = outcome { await messenger.discardDraft(id) }
    return outcome
  }

  func conversationSummaries() async -> [ConversationSummary] {
    await messenger.conversationSummaries()
  }
  func recipient(handle: String) async throws(MessengerError) -> Recipient {
    try await messenger.recipient(handle: handle)
  }
  func choose(_ conversation: ConversationID, in sheet: inout ShareSheet)
    async throws(MessengerError)
  { try await messenger.choose(conversation, in: &sheet) }
  func stage(_ sheet: ShareSheet) async throws(MessengerError) -> Draft {
    try await messenger.stage(sheet)
  }
  func drafts() async -> [DraftStatus] { await messenger.drafts() }
  func update(_ draft: Draft) async throws(MessengerError) { try await messenger.update(draft) }
  func discardDraft(_ id: RequestID) async { await messenger.discardDraft(id) }
  func cancelShare(_ draftID: RequestID) async -> Bool { await messenger.cancelShare(draftID) }
  func message(_ text: String, in conversation: ConversationID) async {}
}
