public import GroveIdentity

/// Whoever carries out the work of a share: an app with its own server, or later the system itself
/// for record shares and drive files. The share procedure knows nothing else about it.
///
/// Each function is called inside a task that is cancelled when its time limit is over or the
/// person cancels. An implementation must then return soon; what it answers late is still used to
/// take back what it did.
public protocol CollaborationActionHandler: Sendable {
  /// Where its links live: the audience of every collaboration it starts (protocol 2.7).
  var origin: Origin { get }

  /// Makes link and collaboration identifier for content that is about to be shared.
  func start(_ action: StartCollaborationAction) async -> StartCollaborationAnswer

  /// Stores and removes identities on the collaboration server (protocol 9.3).
  func updateParticipants(_ action: UpdateParticipantsAction) async -> CollaborationActionAnswer

  /// A start action's message will not be sent: takes back what the start made, where nobody else
  /// uses it. Asked again later when it fails.
  func shareCancelled(_ cancellation: ShareCancellation) async -> CollaborationActionAnswer
}

/// An app as the messenger knows it.
public protocol CollaborationApp: CollaborationActionHandler {
  /// Shown in the share sheet and beside highlights.
  var name: String { get }
}
