import GroveIdentity
import GroveSystem
import SharedWithYou
import Synchronization

/// A messenger with one collaboration in one conversation, which remembers what was said in it.
final class ConversationSystem: MessagingSystem, PersonSystem {
  let summary = ConversationSummary(
    id: ConversationID(unchecked: [UInt8](repeating: 3, count: 16)), title: "Cooking club",
    memberNames: ["Bob", "Carol"], photo: [0x89, 0x50, 0x4E, 0x47, 1])
  let known: CollaborationID
  let highlight: CollaborationHighlight
  private let said = Mutex<[String]>([])
  private let cleared = Mutex<[CollaborationID]>([])
  private let isDown: Bool

  init(isDown: Bool = false) throws {
    self.isDown = isDown
    known = try CollaborationID("doc-1")
    highlight = CollaborationHighlight(
      id: MessageID(unchecked: [UInt8](repeating: 1, count: 16)),
      link: "https://docs.example/d/doc-1", audience: try Origin("https://docs.example"),
      collaborationID: known, title: "Baking Recipes", optionsSummary: "",
      sender: AccountID(unchecked: [UInt8](repeating: 2, count: 32)),
      conversationID: ConversationID(unchecked: [UInt8](repeating: 3, count: 16)),
      createdAt: 1, canProve: true)
  }

  var messages: [String] { said.withLock(\.self) }
  var clearedNotices: [CollaborationID] { cleared.withLock(\.self) }

  func register(_ app: any CollaborationApp) async {}
  func unregister(_ origin: Origin) async {}
  func shareSheet(for content: SharedContent, from app: any CollaborationApp) async -> ShareSheet? {
    nil
  }
  func stage(_ sheet: ShareSheet) async throws(MessengerError) -> Draft {
    throw MessengerError(.internalError)
  }
  func highlights(for origin: Origin) async -> [CollaborationHighlight] { [highlight] }
  func highlight(forLink link: String, of origin: Origin) async -> CollaborationHighlight? {
    highlight
  }
  func highlight(for id: CollaborationID, of origin: Origin) async -> CollaborationHighlight? {
    highlight
  }
  func highlightsNow(for origin: Origin) -> [CollaborationHighlight] { [highlight] }
  func highlightChanges(for origin: Origin) -> AsyncStream<Void> { AsyncStream { $0.finish() } }

  func conversation(for id: CollaborationID, of origin: Origin) async throws(MessengerError)
    -> ConversationSummary?
  {
    if isDown { throw MessengerError(.agentUnreachable) }
    return id == known ? summary : nil
  }

  func signedIdentityProof(
    for id: CollaborationID, using data: [UInt8], of origin: Origin, refused: Set<RootHash>
  ) async -> Result<IdentityProof, ProofRequestRefusal> { .failure(.noInvitation) }
  func postNotice(_ notice: NoticePost, for id: CollaborationID, of origin: Origin) async
    -> Result<[AccountID], NoticePostRefusal>
  { .failure(.noCollaboration) }
  func clearNotices(for id: CollaborationID, of origin: Origin) async {
    cleared.withLock { $0.append(id) }
  }
  func retractNotices(for id: CollaborationID, of origin: Origin) async {}

  func conversationSummaries() async -> [ConversationSummary] { [summary] }
  func recipient(handle: String) async throws(MessengerError) -> Recipient {
    throw MessengerError(.contactUnknown)
  }
  func choose(_ conversation: ConversationID, in sheet: inout ShareSheet) async {}
  func drafts() async -> [DraftStatus] { [] }
  func update(_ draft: Draft) async {}
  func discardDraft(_ id: RequestID) async {}
  func send(_ id: RequestID) async -> ShareOutcome { .sent }
  func cancelShare(_ draftID: RequestID) async -> Bool { false }
  func message(_ text: String, in conversation: ConversationID) async throws(MessengerError) {
    if isDown { throw MessengerError(.relayUnreachable) }
    said.withLock { $0.append(text) }
  }
}
