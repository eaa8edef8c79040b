public import GroveIdentity

/// What an app may ask of the messaging system on its device: the whole of the boundary. Another
/// messaging host could stand behind it.
///
/// Every question names the app's own origin, and answers concern collaborations of that origin and
/// nothing else. No answer has a seed, a key, a device list or a relay account's statement in it.
public protocol MessagingSystem: Sendable {
  /// From now on this app answers actions for its origin, in the place of one that was registered
  /// before. An agent believes the first app of an origin and refuses others.
  /// - Throws: why no action will come, for now or for good.
  func register(_ app: any CollaborationApp) async throws(MessengerError)
  /// The app answers no more actions for the origin.
  func unregister(_ origin: Origin) async

  /// A share sheet for content of an app, with the conversations the person is likely to mean.
  func shareSheet(for content: SharedContent, from app: any CollaborationApp)
    async throws(MessengerError) -> ShareSheet?
  /// Puts a draft into the compose field. Nothing is sent and nobody is asked.
  func stage(_ sheet: ShareSheet) async throws(MessengerError) -> Draft

  /// Collaborations of an origin that can be opened, the newest first.
  func highlights(for origin: Origin) async throws(MessengerError) -> [CollaborationHighlight]
  /// The collaboration a link leads to; nil where it is a plain link.
  func highlight(forLink link: String, of origin: Origin)
    async throws(MessengerError) -> CollaborationHighlight?
  /// The collaboration of that identifier; nil where this person holds no usable invitation to it.
  func highlight(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError) -> CollaborationHighlight?
  /// The same list as `highlights(for:)`, for callers that cannot wait: a short look at what this
  /// device has stored, without the network. It blocks the thread for as long as that takes.
  nonisolated func highlightsNow(for origin: Origin) throws(MessengerError)
    -> [CollaborationHighlight]
  /// Yields when the list of `highlights` may be another, until the reader stops.
  nonisolated func highlightChanges(for origin: Origin) -> AsyncStream<Void>

  /// The conversation a collaboration is shared in, as its button shows it; nil where it is not, or
  /// no longer, shared with this person.
  func conversation(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError) -> ConversationSummary?

  /// This device's signed proof (protocol 8.3, 8.8).
  ///
  /// - Parameters:
  ///   - data: the server's opaque value.
  ///   - refused: roots of earlier proofs that the server answered `not_verified` for.
  func signedIdentityProof(
    for collaborationID: CollaborationID, using data: [UInt8], of origin: Origin,
    refused: Set<RootHash>
  ) async throws(MessengerError) -> Result<IdentityProof, ProofRequestRefusal>

  /// Where the app's server may tell this device what others do there (protocol 12.8), to be handed to
  /// the server once it has taken this person's proof.
  ///
  /// - Parameter pushKey: the key that the server pushes with, as it publishes it.
  /// - Returns: nil where the person does not want to be told, takes no part there, or has not
  ///   confirmed an app account of this origin.
  func noticeAddress(
    for collaborationID: CollaborationID, of origin: Origin, pushKey: PublicKey
  ) async throws(MessengerError) -> PushSubscription?

  /// Tells the other participants (protocol 12.4); a mention only the mentioned one (12.5).
  /// - Returns: the accounts that are told.
  func postNotice(
    _ notice: NoticePost, for collaborationID: CollaborationID, of origin: Origin
  ) async throws(MessengerError) -> Result<[AccountID], NoticePostRefusal>
  /// Removes what this device shows of a collaboration: the person has seen it in the app.
  func clearNotices(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError)
  /// Takes back, on everybody's devices, what this person's app told (protocol 12.6).
  func retractNotices(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError)
}
