public import GroveIdentity

/// What an app may ask of the messaging system on its device (design 4): the whole of the boundary.
/// Another messaging host could stand behind it.
///
/// Every question names the app's own origin, and answers concern collaborations of that origin and
/// nothing else. No answer has a seed, a key, a device list or a relay account's statement in it.
public protocol MessagingSystem: Sendable {
  /// From now on this app answers actions for its origin. One app for an origin.
  func register(_ app: any CollaborationApp) async
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
  func highlight(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError) -> CollaborationHighlight?
  /// Yields when the list of `highlights` may be another, until the reader stops.
  nonisolated func highlightChanges(for origin: Origin) -> AsyncStream<Void>

  /// This device's signed proof (protocol 8.3, 8.8).
  ///
  /// - Parameters:
  ///   - data: the server's opaque value.
  ///   - refused: roots of earlier proofs that the server answered `not_verified` for.
  func signedIdentityProof(
    for collaborationID: CollaborationID, using data: [UInt8], of origin: Origin,
    refused: Set<RootHash>
  ) async throws(MessengerError) -> Result<IdentityProof, ProofRequestRefusal>

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

/// What an app can provide of its content: for collaboration, as a copy, or both.
public struct SharedContent: Sendable, Redacted {
  public var metadata: CollaborationMetadata?
  public var file: ShareSheet.FileRepresentation?
  /// For the header; may be empty.
  public var image: [UInt8]

  public init(
    metadata: CollaborationMetadata?, file: ShareSheet.FileRepresentation? = nil,
    image: [UInt8] = []
  ) {
    self.metadata = metadata
    self.file = file
    self.image = image
  }
}

extension Messenger: MessagingSystem {}
