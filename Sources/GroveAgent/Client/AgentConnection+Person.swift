public import GroveIdentity
public import GroveSystem

extension AgentConnection {
  /// Conversations one can share into, the one with the newest activity first, without photos.
  public func conversationSummaries() async throws(MessengerError) -> [ConversationSummary] {
    guard case .summaries(let list) = try await ask(.conversationSummaries, over: personTransport)
    else { throw Self.unexpected }
    return list
  }

  /// The person behind a handle, as the agent's messenger finds them.
  public func recipient(handle: String) async throws(MessengerError) -> Recipient {
    guard
      case .recipient(let found) = try await ask(.recipient(handle: handle), over: personTransport)
    else { throw Self.unexpected }
    return found
  }

  /// Asks the agent who is in the conversation, and puts them into the sheet here.
  public func choose(_ conversation: ConversationID, in sheet: inout ShareSheet)
    async throws(MessengerError)
  {
    guard case .members(let members) = try await ask(.members(conversation), over: personTransport)
    else { throw Self.unexpected }
    sheet.choose(conversation, members: members)
  }

  /// What is in the compose fields of this person's device, whichever process staged it.
  public func drafts() async throws(MessengerError) -> [DraftStatus] {
    guard case .drafts(let list) = try await ask(.drafts, over: personTransport) else {
      throw Self.unexpected
    }
    return list
  }

  /// Replaces a draft that is not being sent. Not asked again by itself when the agent goes away
  /// before it answers: `drafts()` says whether it was done.
  public func update(_ draft: Draft) async throws(MessengerError) {
    _ = try await ask(.update(draft), over: personTransport)
  }

  /// Throws a draft away that is not being sent; as for `update`, it is not asked twice.
  public func discardDraft(_ id: RequestID) async throws(MessengerError) {
    _ = try await ask(.discardDraft(id), over: personTransport)
  }

  /// A share that was begun goes on when this process ends, or stops waiting: `cancelShare` is what
  /// cancels it. Where the agent went away before it answered, `drafts()` says what became of it.
  public func send(_ id: RequestID) async throws(MessengerError) -> ShareOutcome {
    guard case .outcome(let outcome) = try await ask(.send(id), over: personTransport) else {
      throw Self.unexpected
    }
    return outcome
  }

  /// Cancels what `send` began, here or in another process; false where it is too late.
  public func cancelShare(_ draftID: RequestID) async throws(MessengerError) -> Bool {
    guard case .truth(let could) = try await ask(.cancelShare(draftID), over: personTransport)
    else {
      throw Self.unexpected
    }
    return could
  }

  /// Sends a text. Not asked again when the agent goes away before it answers, since it might then
  /// be said twice.
  public func message(_ text: String, in conversation: ConversationID)
    async throws(MessengerError)
  {
    _ = try await ask(.message(text, conversation), over: personTransport)
  }
}
