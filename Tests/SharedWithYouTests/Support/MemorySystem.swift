import GroveIdentity
import GroveMessage
import GroveSystem
import SharedWithYouCore
import Synchronization

/// A messenger in memory: what a test puts in is what an app sees, and what the app says is kept.
final class MemorySystem: MessagingSystem {
  struct Asked: Hashable {
    var collaboration: String
    var data: [UInt8]
    var refused: Set<RootHash>
  }

  private struct State {
    var highlights: [CollaborationHighlight] = []
    var listeners: [AsyncStream<Void>.Continuation] = []
    var proof: Result<IdentityProof, ProofRequestRefusal> = .failure(.noInvitation)
    var refusal: NoticePostRefusal?
    var asked: [Asked] = []
    var posted: [NoticePost] = []
    var cleared: [String] = []
    var retracted: [String] = []
    var isBroken = false
  }

  private let state = Mutex(State())
  /// Notices that take longer to be posted than others.
  let slowKinds = Mutex<Set<NoticeKind>>([])
  let origin: Origin
  private let posts: AsyncStream<NoticePost>.Continuation
  let notices: AsyncStream<NoticePost>

  init() throws {
    origin = try Origin("https://docs.example")
    (notices, posts) = AsyncStream.makeStream(of: NoticePost.self)
  }

  func app() throws -> GroveApp {
    try GroveApp(origin: origin.text, name: "Recipes", system: self)
  }

  func put(_ highlights: [CollaborationHighlight]) {
    let listeners = state.withLock { state in
      state.highlights = highlights
      return state.listeners
    }
    for listener in listeners { listener.yield() }
  }

  func putAgain() { put(state.withLock(\.highlights)) }

  func `break`() { state.withLock { $0.isBroken = true } }
  func answer(_ proof: Result<IdentityProof, ProofRequestRefusal>) {
    state.withLock { $0.proof = proof }
  }
  func refuse(_ refusal: NoticePostRefusal) { state.withLock { $0.refusal = refusal } }
  var asked: [Asked] { state.withLock(\.asked) }
  var cleared: [String] { state.withLock(\.cleared) }
  var retracted: [String] { state.withLock(\.retracted) }
  var listenerCount: Int { state.withLock(\.listeners.count) }

  private func look<Value: Sendable>(
    _ read: (inout sending State) -> sending Value
  ) throws(MessengerError) -> Value {
    if state.withLock(\.isBroken) { throw MessengerError(.storeUnavailable) }
    return state.withLock(read)
  }

  func register(_ app: any CollaborationApp) async {}
  func unregister(_ origin: Origin) async {}
  func shareSheet(for content: SharedContent, from app: any CollaborationApp)
    async throws(MessengerError) -> ShareSheet?
  { nil }
  func stage(_ sheet: ShareSheet) async throws(MessengerError) -> Draft {
    throw MessengerError(.noDevice)
  }

  func highlights(for origin: Origin) async throws(MessengerError) -> [CollaborationHighlight] {
    try highlightsNow(for: origin)
  }
  func highlight(forLink link: String, of origin: Origin)
    async throws(MessengerError) -> CollaborationHighlight?
  { try highlightsNow(for: origin).first { $0.isLedTo(by: link) } }
  func highlight(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError) -> CollaborationHighlight?
  { try highlightsNow(for: origin).first { $0.collaborationID == collaborationID } }
  func highlightsNow(for origin: Origin) throws(MessengerError) -> [CollaborationHighlight] {
    try look { $0.highlights.filter { $0.audience == origin } }
  }
  func highlightChanges(for origin: Origin) -> AsyncStream<Void> {
    let (stream, listener) = AsyncStream.makeStream(of: Void.self)
    state.withLock { $0.listeners.append(listener) }
    return stream
  }
  func conversation(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError) -> ConversationSummary?
  { nil }

  func signedIdentityProof(
    for collaborationID: CollaborationID, using data: [UInt8], of origin: Origin,
    refused: Set<RootHash>
  ) async throws(MessengerError) -> Result<IdentityProof, ProofRequestRefusal> {
    try look { state in
      state.asked.append(
        Asked(collaboration: collaborationID.text, data: data, refused: refused))
      return state.proof
    }
  }

  func postNotice(
    _ notice: NoticePost, for collaborationID: CollaborationID, of origin: Origin
  ) async throws(MessengerError) -> Result<[AccountID], NoticePostRefusal> {
    if slowKinds.withLock({ $0.contains(notice.kind) }) {
      try? await Task.sleep(for: .milliseconds(30))
    }
    let refusal = try look { state in
      if state.refusal == nil { state.posted.append(notice) }
      return state.refusal
    }
    posts.yield(notice)
    if let refusal { return .failure(refusal) }
    return .success([AccountID(unchecked: []), AccountID(unchecked: [])])
  }
  func clearNotices(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError)
  { try look { $0.cleared.append(collaborationID.text) } }
  func retractNotices(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError)
  { try look { $0.retracted.append(collaborationID.text) } }
}

extension CollaborationHighlight {
  static func sample(
    _ collaboration: String, id: UInt8 = 1, origin: String = "https://docs.example"
  ) throws -> CollaborationHighlight {
    CollaborationHighlight(
      id: MessageID(unchecked: [UInt8](repeating: id, count: MessageID.byteCount)),
      link: "\(origin)/d/\(collaboration)", audience: try Origin(origin),
      collaborationID: try CollaborationID(collaboration), title: "Bread", optionsSummary: "",
      sender: AccountID.random(), conversationID: ConversationID.random(),
      createdAt: 1_700_000_000_500, canProve: true)
  }
}
