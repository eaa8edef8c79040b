import GroveIdentity
import GroveSystem
import Synchronization

/// A messenger that knows which apps are here, and nothing else.
final class RegisteringSystem: MessagingSystem {
  private let apps = Mutex<[Origin: any CollaborationApp]>([:])
  private let registrations = Mutex(0)
  private let refusal = Mutex<MessengerError?>(nil)

  var names: [String] { apps.withLock { $0.values.map(\.name).sorted() } }
  var registrationCount: Int { registrations.withLock(\.self) }
  func app(_ origin: Origin) -> (any CollaborationApp)? { apps.withLock { $0[origin] } }

  /// How registrations end from now on.
  func refuse(_ error: MessengerError?) { refusal.withLock { $0 = error } }

  func register(_ app: any CollaborationApp) async throws(MessengerError) {
    if let error = refusal.withLock(\.self) { throw error }
    apps.withLock { $0[app.origin] = app }
    registrations.withLock { $0 += 1 }
  }
  func unregister(_ origin: Origin) async { apps.withLock { $0[origin] = nil } }

  private static let nothing = MessengerError(.noDevice)

  func shareSheet(for content: SharedContent, from app: any CollaborationApp)
    async throws(MessengerError) -> ShareSheet?
  { throw Self.nothing }
  func stage(_ sheet: ShareSheet) async throws(MessengerError) -> Draft { throw Self.nothing }
  func highlights(for origin: Origin) async throws(MessengerError) -> [CollaborationHighlight] {
    throw Self.nothing
  }
  func highlight(forLink link: String, of origin: Origin)
    async throws(MessengerError) -> CollaborationHighlight?
  { throw Self.nothing }
  func highlight(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError) -> CollaborationHighlight?
  { throw Self.nothing }
  func highlightsNow(for origin: Origin) throws(MessengerError) -> [CollaborationHighlight] {
    throw Self.nothing
  }
  func highlightChanges(for origin: Origin) -> AsyncStream<Void> { AsyncStream { $0.finish() } }
  func conversation(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError) -> ConversationSummary?
  { throw Self.nothing }
  func signedIdentityProof(
    for collaborationID: CollaborationID, using data: [UInt8], of origin: Origin,
    refused: Set<RootHash>
  ) async throws(MessengerError) -> Result<IdentityProof, ProofRequestRefusal> {
    throw Self.nothing
  }
  func postNotice(
    _ notice: NoticePost, for collaborationID: CollaborationID, of origin: Origin
  ) async throws(MessengerError) -> Result<[AccountID], NoticePostRefusal> { throw Self.nothing }
  func clearNotices(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError)
  { throw Self.nothing }
  func retractNotices(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError)
  { throw Self.nothing }
}
