public import Foundation

/// The app's object that carries out actions. Functions are called on the main queue, in the order
/// in which the actions came.
public protocol SWCollaborationActionHandler: NSObjectProtocol {
  /// Content is about to be shared: make its link and identifier, and fulfil the action with them.
  func collaborationCoordinator(
    _ coordinator: SWCollaborationCoordinator, handle action: SWStartCollaborationAction)
  /// Store and remove root hashes on the app's server, then fulfil the action.
  func collaborationCoordinator(
    _ coordinator: SWCollaborationCoordinator,
    handle action: SWUpdateCollaborationParticipantsAction)
}

/// An action handler that wants to hear when a start action's message is not sent, and takes back
/// what it made. Not in the platform's framework.
///
/// A handler that does not conform is not asked: the identities have been removed by an action
/// before that, so that what is left gives nobody access.
public protocol GroveShareCancellationHandler: SWCollaborationActionHandler {
  /// A share was not sent: take back what its start action made, then fulfil the action. One that
  /// fails is asked again later.
  func collaborationCoordinator(
    _ coordinator: SWCollaborationCoordinator, handle action: GroveShareCancellationAction)
}

/// An action handler that carries out `replacedIdentities` as replacements, so that a participant
/// with a new device keeps the access they had. Not in the platform's framework.
///
/// A handler that does not conform gets each replacement as one added and one removed identity:
/// then the person proves again the next time they open the link.
public protocol GroveIdentityReplacementHandler: SWCollaborationActionHandler {}
