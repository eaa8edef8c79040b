import GroveIdentity
import GroveSystem

/// A messenger that knows of nothing.
struct NoSystem: MessagingSystem {
  func register(_ app: any CollaborationApp) async {}
  func unregister(_ origin: Origin) async {}
  func shareSheet(for content: SharedContent, from app: any CollaborationApp)
    async throws(MessengerError) -> ShareSheet?
  { nil }
  func stage(_ sheet: ShareSheet) async throws(MessengerError) -> Draft {
    throw MessengerError(.noDevice)
  }
  func highlights(for origin: Origin) async throws(MessengerError) -> [CollaborationHighlight] {
    []
  }
  func highlight(forLink link: String, of origin: Origin)
    async throws(MessengerError) -> CollaborationHighlight?
  { nil }
  func highlight(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError) -> CollaborationHighlight?
  { nil }
  func highlightsNow(for origin: Origin) throws(MessengerError) -> [CollaborationHighlight] { [] }
  func highlightChanges(for origin: Origin) -> AsyncStream<Void> { AsyncStream { $0.finish() } }
  func conversation(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError) -> ConversationSummary?
  { nil }
  func signedIdentityProof(
    for collaborationID: CollaborationID, using data: [UInt8], of origin: Origin,
    refused: Set<RootHash>
  ) async throws(MessengerError) -> Result<IdentityProof, ProofRequestRefusal> {
    .failure(.noInvitation)
  }
  func noticeAddress(
    for collaborationID: CollaborationID, of origin: Origin, pushKey: PublicKey
  ) async throws(MessengerError) -> PushSubscription? { nil }
  func postNotice(
    _ notice: NoticePost, for collaborationID: CollaborationID, of origin: Origin
  ) async throws(MessengerError) -> Result<[AccountID], NoticePostRefusal> { .success([]) }
  func clearNotices(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError)
  {}
  func retractNotices(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError)
  {}
}
