public import Foundation

/// The app's object that carries out actions. Functions are called on the main queue, in the order
/// in which the actions came.
public protocol SWCollaborationActionHandler: NSObjectProtocol {
  func collaborationCoordinator(
    _ coordinator: SWCollaborationCoordinator, handle action: SWStartCollaborationAction)
  func collaborationCoordinator(
    _ coordinator: SWCollaborationCoordinator,
    handle action: SWUpdateCollaborationParticipantsAction)
}

/// An action handler that wants to hear when a start action's message is not sent, and takes back
/// what it made. Not in the platform's framework.
///
/// Whoever is none is not asked: the identities have been removed by an action before that, so that
/// what is left gives nobody access.
public protocol GroveShareCancellationHandler: SWCollaborationActionHandler {
  func collaborationCoordinator(
    _ coordinator: SWCollaborationCoordinator, handle action: GroveShareCancellationAction)
}

/// An action handler that carries out `replacedIdentities` as replacements, so that a participant
/// with a new device keeps the access they had. Not in the platform's framework.
///
/// Whoever is none gets each replacement as one added and one removed identity: then the person
/// proves again the next time they open the link.
public protocol GroveIdentityReplacementHandler: SWCollaborationActionHandler {}
