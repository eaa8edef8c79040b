public import GroveIdentity
public import GroveSystem

extension AgentConnection {
  public func register(_ app: any CollaborationApp) async {}
  public func unregister(_ origin: Origin) async {}

  public func shareSheet(for content: SharedContent, from app: any CollaborationApp)
    async throws(MessengerError) -> ShareSheet?
  { throw MessengerError(.agentUnreachable) }

  public func stage(_ sheet: ShareSheet) async throws(MessengerError) -> Draft {
    throw MessengerError(.agentUnreachable)
  }

  public func highlights(for origin: Origin) async throws(MessengerError)
    -> [CollaborationHighlight]
  { throw MessengerError(.agentUnreachable) }

  public func highlight(forLink link: String, of origin: Origin)
    async throws(MessengerError) -> CollaborationHighlight?
  { throw MessengerError(.agentUnreachable) }

  public func highlight(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError) -> CollaborationHighlight?
  { throw MessengerError(.agentUnreachable) }

  public func highlightsNow(for origin: Origin) throws(MessengerError)
    -> [CollaborationHighlight]
  { throw MessengerError(.agentUnreachable) }

  public func highlightChanges(for origin: Origin) -> AsyncStream<Void> {
    AsyncStream { $0.finish() }
  }

  public func conversation(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError) -> ConversationSummary?
  { throw MessengerError(.agentUnreachable) }

  public func signedIdentityProof(
    for collaborationID: CollaborationID, using data: [UInt8], of origin: Origin,
    refused: Set<RootHash>
  ) async throws(MessengerError) -> Result<IdentityProof, ProofRequestRefusal> {
    throw MessengerError(.agentUnreachable)
  }

  public func postNotice(
    _ notice: NoticePost, for collaborationID: CollaborationID, of origin: Origin
  ) async throws(MessengerError) -> Result<[AccountID], NoticePostRefusal> {
    throw MessengerError(.agentUnreachable)
  }

  public func clearNotices(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError)
  { throw MessengerError(.agentUnreachable) }

  public func retractNotices(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError)
  { throw MessengerError(.agentUnreachable) }
}
