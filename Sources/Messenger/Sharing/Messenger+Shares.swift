public import GroveIdentity
import GroveMessage
public import GroveSystem
import MessengerDomain

extension Messenger {
  /// Sends a draft (protocol 6.5): the app starts and adds identities, then everybody is invited.
  ///
  /// - Returns: when it is decided; a draft that failed is back before the app has finished undoing.
  /// - Throws: `itemUnknown` where there is no such draft, or it is being sent; `limitExceeded` for a
  ///   text that fits into no message; `relayRefused`, … where its conversation cannot be started.
  public func send(_ id: RequestID) async throws(MessengerError) -> ShareOutcome {
    guard let draft = try await look({ try $0.record(Draft.self, key: id.bytes) }) else {
      throw MessengerError(.itemUnknown)
    }
    guard draft.recipients.contains(where: { $0 != accountID }) else {
      return try await give(draft, back: .noRecipients)
    }
    guard draft.recipients.count < ShareProcedure.maximumParticipants else {
      return try await give(draft, back: .tooManyRecipients)
    }
    // Its limits now, and not when the rest has been sent.
    _ = try Self.encoded(TextContent(text: draft.text))
    let conversation: ConversationID
    do {
      conversation = try await self.conversation(for: draft)
    } catch  where error.code == .contactUnknown {
      return try await give(draft, back: .recipientUnknown(await unknownRecipient(of: draft)))
    }
    // The conversation itself may wait for the relay; nothing can be shared into it before.
    _ = try await flush()
    guard draft.metadata != nil else { return try await sendCopy(draft, in: conversation) }
    let job = try await begin(draft, in: conversation)
    return try await run(job, .begin)
  }

  /// Cancels a share that is being sent. Once its message may have left it is too late.
  /// - Returns: whether it could be cancelled.
  public func cancelShare(_ draftID: RequestID) async throws(MessengerError) -> Bool {
    let jobs = try await look { try $0.records(ShareJob.self) }
    guard let job = jobs.first(where: { $0.draftID == draftID }),
      job.procedure.canBeCancelled
    else { return false }
    if let signal = sharing.signal(job.procedure.procedureID) { return signal.raise() }
    return try await run(job, .cancelled) == .failed(.cancelled)
  }

  private func give(_ draft: Draft, back failure: ShareFailure) async throws(MessengerError)
    -> ShareOutcome
  {
    guard try await commitSharing({ try DraftRules.giveBack(draft, failure, reader: $0) }) else {
      throw MessengerError(.itemUnknown)
    }
    hub.publish([.sharing(.draftReturned(draft.draftID, failure))])
    return .failed(failure)
  }

  private func conversation(for draft: Draft) async throws(MessengerError) -> ConversationID {
    if let conversation = draft.conversation { return conversation }
    let people = Set(draft.recipients + [accountID])
    let known = try await look { reader in
      try reader.conversations().first {
        Set($0.members) == people && $0.requestedBy == nil
          && ($0.state == .active || $0.state == .pending)
      }
    }
    if let known { return known.conversationID }
    return try await createConversation(members: draft.recipients.map(Member.account))
  }

  /// Whom of them the relay does not know.
  private func unknownRecipient(of draft: Draft) async -> AccountID {
    for account in draft.recipients {
      do {
        _ = try await known(account)
      } catch  where error.code == .contactUnknown {
        return account
      } catch {
        continue
      }
    }
    return draft.recipients.first ?? accountID
  }

  private func sendCopy(_ draft: Draft, in conversation: ConversationID)
    async throws(MessengerError) -> ShareOutcome
  {
    guard let file = draft.file else { throw MessengerError(.itemUnknown) }
    let item = try await sendCopy(
      file.bytes, name: file.name, mediaType: file.mediaType, text: draft.text,
      in: conversation)
    if case .failed(let reason) = item.delivery {
      return try await give(draft, back: .uploadRefused(reason))
    }
    try await discardDraft(draft.draftID)
    return item.delivery == .queued ? .waiting : .sent
  }

  /// Stores the job that sends a draft. One transaction decides that it is the only one.
  private func begin(_ draft: Draft, in conversation: ConversationID) async throws(MessengerError)
    -> ShareJob
  {
    let procedureID = fresh(RequestID.self)
    let messageID = fresh(MessageID.self)
    let myAccount = accountID
    let job = try await commitSharing {
      try ShareJob.begin(
        draft, in: conversation, procedureID: procedureID, messageID: messageID,
        myAccount: myAccount, reader: $0)
    }
    guard let job else { throw MessengerError(.itemUnknown) }
    return job
  }

  /// Carries a job on; one at a time.
  ///
  /// - Parameter event: nil takes it up from wherever it stands.
  func run(_ job: ShareJob, _ event: ShareEvent?) async throws(MessengerError) -> ShareOutcome {
    let id = job.procedure.procedureID
    guard let signal = sharing.begin(id) else { return ShareOutcome(job.procedure) }
    defer { sharing.end(id) }
    // Whoever ran it until a moment ago may have finished it: only the stored job is carried on.
    guard let stored = try await look({ try $0.record(ShareJob.self, key: id.bytes) }) else {
      return ShareOutcome(job.procedure)
    }
    var runner = ShareRunner(
      stored, host: sharingHost, signal: signal, timeLimit: sharing.timeLimit)
    do {
      try await runner.run(event ?? (stored.procedure.phase == .staged ? .begin : .restarted))
    } catch {
      throw Self.translated(error)
    }
    let done = runner.job
    if done.procedure.phase == .sent {
      if let collaboration = done.collaboration {
        hub.publish([.sharing(.shared(collaboration, done.conversationID))])
      }
      wake?.yield()
      _ = try await flush()
    }
    return ShareOutcome(done.procedure)
  }
}
