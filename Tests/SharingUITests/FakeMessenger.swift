import GroveIdentity
import GroveSystem
import Synchronization

/// A messenger that remembers what it was asked and answers what a test tells it.
final class FakeMessenger: MessagingSystem, PersonSystem {
  struct State: Sendable {
    var conversations: [ConversationSummary] = []
    var members: [ConversationID: [AccountID]] = [:]
    var people: [String: Recipient] = [:]
    var drafts: [DraftStatus] = []
    var outcomes: [ShareOutcome] = []
    var sent: [Draft] = []
    var staged = 0
    /// While set, sending waits until it is cancelled.
    var holdsSends = false
    var held: CheckedContinuation<ShareOutcome, Never>?
  }
  let state = Mutex(State())

  func answer(_ outcomes: ShareOutcome...) { state.withLock { $0.outcomes = outcomes } }

  func add(_ title: String, _ byte: UInt8, members: [String]) -> ConversationID {
    let id = ConversationID(unchecked: [UInt8](repeating: byte, count: 16))
    state.withLock {
      $0.conversations.append(ConversationSummary(id: id, title: title, memberNames: members))
      $0.members[id] = members.indices.map { Self.account(byte &+ UInt8($0)) }
    }
    return id
  }

  func add(person handle: String, _ name: String, _ byte: UInt8) {
    state.withLock {
      $0.people[handle] = Recipient(account: Self.account(byte), handle: handle, name: name)
    }
  }

  static func account(_ byte: UInt8) -> AccountID {
    AccountID(unchecked: [UInt8](repeating: byte, count: 32))
  }

  var sent: [Draft] { state.withLock(\.sent) }
  var composed: [Draft] { state.withLock { $0.drafts.map(\.draft) } }

  // MARK: What apps ask

  func register(_ app: any CollaborationApp) async {}
  func unregister(_ origin: Origin) async {}

  func shareSheet(for content: SharedContent, from app: any CollaborationApp)
    async throws(MessengerError) -> ShareSheet?
  {
    ShareSheet(
      origin: app.origin, appName: app.name, metadata: content.metadata, file: content.file,
      image: content.image,
      suggestedConversations: state.withLock { $0.conversations.suffix(1).map(\.id) })
  }

  func stage(_ sheet: ShareSheet) async throws(MessengerError) -> Draft {
    state.withLock { state in
      state.staged += 1
      let id = RequestID(unchecked: [UInt8](repeating: UInt8(state.staged), count: 16))
      let draft = sheet.draft(draftID: id, createdAt: 1)
      state.drafts.append(DraftStatus(draft: draft, state: .staged))
      return draft
    }
  }

  func highlights(for origin: Origin) async -> [CollaborationHighlight] { [] }
  func highlight(forLink link: String, of origin: Origin) async -> CollaborationHighlight? { nil }
  func highlight(for collaborationID: CollaborationID, of origin: Origin) async
    -> CollaborationHighlight?
  { nil }
  func highlightsNow(for origin: Origin) -> [CollaborationHighlight] { [] }
  func highlightChanges(for origin: Origin) -> AsyncStream<Void> { AsyncStream { $0.finish() } }
  func conversation(for collaborationID: CollaborationID, of origin: Origin) async
    -> ConversationSummary?
  { state.withLock { $0.conversations.first } }
  func signedIdentityProof(
    for collaborationID: CollaborationID, using data: [UInt8], of origin: Origin,
    refused: Set<RootHash>
  ) async -> Result<IdentityProof, ProofRequestRefusal> { .failure(.noInvitation) }
  func postNotice(_ notice: NoticePost, for collaborationID: CollaborationID, of origin: Origin)
    async -> Result<[AccountID], NoticePostRefusal>
  { .failure(.noCollaboration) }
  func clearNotices(for collaborationID: CollaborationID, of origin: Origin) async {}
  func retractNotices(for collaborationID: CollaborationID, of origin: Origin) async {}

  // MARK: What the person's surfaces ask

  func conversationSummaries() async -> [ConversationSummary] { state.withLock(\.conversations) }

  func recipient(handle: String) async throws(MessengerError) -> Recipient {
    guard let found = state.withLock({ $0.people[handle] }) else {
      throw MessengerError(.contactUnknown)
    }
    return found
  }

  func choose(_ conversation: ConversationID, in sheet: inout ShareSheet)
    async throws(MessengerError)
  {
    guard let members = state.withLock({ $0.members[conversation] }) else {
      throw MessengerError(.conversationUnknown)
    }
    sheet.choose(conversation, members: members)
  }

  func drafts() async -> [DraftStatus] { state.withLock(\.drafts) }

  func update(_ draft: Draft) async throws(MessengerError) {
    let known = state.withLock { state in
      guard let place = state.drafts.firstIndex(where: { $0.draft.draftID == draft.draftID })
      else { return false }
      state.drafts[place] = DraftStatus(draft: draft, state: .staged)
      return true
    }
    if !known { throw MessengerError(.itemUnknown) }
  }

  func discardDraft(_ id: RequestID) async {
    state.withLock { $0.drafts.removeAll { $0.draft.draftID == id } }
  }

  func send(_ id: RequestID) async throws(MessengerError) -> ShareOutcome {
    if state.withLock(\.holdsSends) {
      return await withCheckedContinuation { continuation in
        state.withLock { $0.held = continuation }
      }
    }
    let outcome = state.withLock { state -> ShareOutcome? in
      guard let place = state.drafts.firstIndex(where: { $0.draft.draftID == id }) else {
        return nil
      }
      let outcome = state.outcomes.isEmpty ? .sent : state.outcomes.removeFirst()
      if outcome == .sent { state.sent.append(state.drafts.remove(at: place).draft) }
      return outcome
    }
    guard let outcome else { throw MessengerError(.itemUnknown) }
    return outcome
  }

  func cancelShare(_ draftID: RequestID) async -> Bool {
    let held = state.withLock { state in
      state.holdsSends = false
      defer { state.held = nil }
      return state.held
    }
    held?.resume(returning: .failed(.cancelled))
    return held != nil
  }
  func message(_ text: String, in conversation: ConversationID) async {}
}
