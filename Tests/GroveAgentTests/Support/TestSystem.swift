import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import Synchronization

/// A messenger without a device: what it was asked, and answers a test has put in.
final class TestSystem: MessagingSystem, PersonSystem, AccessSystem {
  struct State {
    var apps: [Origin: any CollaborationApp] = [:]
    var highlights: [CollaborationHighlight] = []
    var listeners: [Origin: [AsyncStream<Void>.Continuation]] = [:]
    var staged: [ShareSheet] = []
    var asked: [String] = []
    var refused: Set<RootHash> = []
    /// How long looking takes.
    var delay: Duration = .zero
    var registrations = 0
    var renewals: [AccessRenewal] = []
    var letsDevicesIn = false
    var looks = 0
  }
  let state = Mutex(State())

  func app(_ origin: Origin) -> (any CollaborationApp)? { state.withLock { $0.apps[origin] } }

  func changed(_ highlights: [CollaborationHighlight], of origin: Origin) {
    let listeners = state.withLock { state in
      state.highlights = highlights
      return state.listeners[origin] ?? []
    }
    listeners.forEach { $0.yield() }
  }

  func register(_ app: any CollaborationApp) async {
    state.withLock { state in
      state.apps[app.origin] = app
      state.registrations += 1
    }
  }
  func unregister(_ origin: Origin) async { state.withLock { $0.apps[origin] = nil } }

  func shareSheet(for content: SharedContent, from app: any CollaborationApp)
    async throws(MessengerError) -> ShareSheet?
  {
    ShareSheet(
      origin: app.origin, appName: app.name, metadata: content.metadata, file: content.file,
      image: content.image, suggestedConversations: [.zero])
  }

  func stage(_ sheet: ShareSheet) async throws(MessengerError) -> Draft {
    state.withLock { $0.staged.append(sheet) }
    return sheet.draft(draftID: .zero, createdAt: 7)
  }

  func highlights(for origin: Origin) async throws(MessengerError) -> [CollaborationHighlight] {
    let delay = state.withLock { state in
      state.looks += 1
      return state.delay
    }
    if delay > .zero {
      do {
        try await Task.sleep(for: delay)
      } catch {
        state.withLock { $0.asked.append("cancelled") }
        throw MessengerError(.cancelled)
      }
    }
    return try highlightsNow(for: origin)
  }

  func highlight(forLink link: String, of origin: Origin)
    async throws(MessengerError) -> CollaborationHighlight?
  { try highlightsNow(for: origin).first { $0.link == link } }

  func highlight(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError) -> CollaborationHighlight?
  { try highlightsNow(for: origin).first { $0.collaborationID == collaborationID } }

  func highlightsNow(for origin: Origin) throws(MessengerError) -> [CollaborationHighlight] {
    state.withLock { $0.highlights.filter { $0.audience == origin } }
  }

  func highlightChanges(for origin: Origin) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    state.withLock { $0.listeners[origin, default: []].append(continuation) }
    return stream
  }

  func conversation(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError) -> ConversationSummary?
  { ConversationSummary(id: .zero, title: "Kitchen", memberNames: ["Bob"], photo: [1, 2, 255]) }

  func signedIdentityProof(
    for collaborationID: CollaborationID, using data: [UInt8], of origin: Origin,
    refused: Set<RootHash>
  ) async throws(MessengerError) -> Result<IdentityProof, ProofRequestRefusal> {
    state.withLock { $0.refused = refused }
    guard try highlightsNow(for: origin).contains(where: { $0.collaborationID == collaborationID })
    else { return .failure(.noInvitation) }
    return .success(
      IdentityProof(
        form: .transcript(
          SignedIdentityProof(
            publicKey: [4] + [UInt8](repeating: 9, count: 64), publicKeyIndex: 3,
            inclusionHashes: [[UInt8]](repeating: [UInt8](repeating: 5, count: 32), count: 5),
            challenge: data, signature: [UInt8](repeating: 1, count: 64))),
        root: RootHash(unchecked: [UInt8](repeating: 8, count: 32))))
  }

  func noticeAddress(
    for collaborationID: CollaborationID, of origin: Origin, pushKey: PublicKey
  ) async throws(MessengerError) -> PushSubscription? {
    guard try highlightsNow(for: origin).contains(where: { $0.collaborationID == collaborationID })
    else { return nil }
    return PushSubscription(
      endpoint: "https://relay.example/relay/v1/push/1", p256dh: pushKey, auth: .zero)
  }

  func postNotice(_ notice: NoticePost, for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError) -> Result<[AccountID], NoticePostRefusal>
  { notice.kind == .mention ? .failure(.unknownRoot) : .success([.zero]) }

  func clearNotices(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError)
  { state.withLock { $0.asked.append("clear \(collaborationID) of \(origin)") } }

  func retractNotices(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError)
  { throw MessengerError(.relayRefused, "no", problem: .init(rawValue: "rate_limited")) }
}

extension TestSystem {
  func conversationSummaries() async throws(MessengerError) -> [ConversationSummary] {
    [ConversationSummary(id: .zero, title: "Kitchen", memberNames: [])]
  }
  func recipient(handle: String) async throws(MessengerError) -> Recipient {
    guard handle == "bob" else { throw MessengerError(.contactUnknown) }
    return Recipient(account: .zero, handle: handle, name: "Bob")
  }
  func choose(_ conversation: ConversationID, in sheet: inout ShareSheet)
    async throws(MessengerError)
  { sheet.choose(conversation, members: [.zero]) }
  func drafts() async throws(MessengerError) -> [DraftStatus] { [] }
  func update(_ draft: Draft) async throws(MessengerError) {}
  func discardDraft(_ id: RequestID) async throws(MessengerError) {
    throw MessengerError(.itemUnknown)
  }

  /// Asks the only app to start, as a messenger does in the course of a share.
  func send(_ id: RequestID) async throws(MessengerError) -> ShareOutcome {
    guard let app = state.withLock({ $0.apps.values.first }) else {
      return .failed(.appUnavailable)
    }
    let action = StartCollaborationAction(
      actionID: id, metadata: .init(localIdentifier: "d", title: "Baking"), timeLimit: 5)
    let answer = await app.start(action)
    state.withLock { $0.asked.append("\(answer)") }
    if case .failed(let reason) = answer { return .failed(.startFailed(reason)) }
    return .sent
  }

  func cancelShare(_ draftID: RequestID) async throws(MessengerError) -> Bool { true }
  func message(_ text: String, in conversation: ConversationID) async throws(MessengerError) {
    state.withLock { $0.asked.append("message \(text)") }
  }
}

extension TestSystem {
  func accessRenewals() async throws(MessengerError) -> [AccessRenewal] {
    state.withLock(\.renewals)
  }
  func renewAccess(of person: AccountID, in collaboration: CollaborationKey)
    async throws(MessengerError) -> ShareOutcome?
  {
    state.withLock { state in
      let waiting = state.renewals.count
      state.renewals.removeAll {
        $0.person.account == person && $0.collaboration == collaboration
      }
      return state.renewals.count == waiting ? nil : .sent
    }
  }
  func letsDevicesIn() async throws(MessengerError) -> Bool { state.withLock(\.letsDevicesIn) }
  func setLetsDevicesIn(_ isWanted: Bool) async throws(MessengerError) {
    state.withLock { $0.letsDevicesIn = isWanted }
  }
}
