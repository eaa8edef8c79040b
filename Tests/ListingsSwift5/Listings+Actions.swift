import SharedWithYou

public class AppDelegate: NSObject, UIApplicationDelegate, SWCollaborationActionHandler {
  // 11:22 - Set up SWCollaborationCoordinator
  private let collaborationCoordinator = SWCollaborationCoordinator.shared

  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    // Conform to the SWCollaborationActionHandler protocol
    collaborationCoordinator.actionHandler = self
    return true  // missing
  }

  // 12:27 - SWStartCollaborationAction
  public func collaborationCoordinator(
    _ coordinator: SWCollaborationCoordinator, handle action: SWStartCollaborationAction
  ) {
    let localID = action.collaborationMetadata.localIdentifier.rawValue
    let selectedOptions = action.collaborationMetadata.userSelectedShareOptions

    let prepareRequest = APIRequest.PrepareCollaboration(localID: localID, selectedOptions)
    Task {
      do {
        let response = try await apiController.send(request: prepareRequest)
        let identifier = response.deviceIndependentIdentifier
        action.fulfill(using: response.url, collaborationIdentifier: identifier)
      } catch {
        Log.error("Caught error while preparing the collaboration: \(error)")
        action.fail()  // cancels the message
      }
    }
  }

  // 13:40 - SWUpdateCollaborationParticipantsAction
  public func collaborationCoordinator(
    _ coordinator: SWCollaborationCoordinator,
    handle action: SWUpdateCollaborationParticipantsAction
  ) {
    // open: the listings show adding and removing apart, and ask for one function that does both
    guard action.removedIdentities.isEmpty else { return removeParticipants(action) }
    let identifier = action.collaborationMetadata.collaborationIdentifier
    let participants: [Data] = action.addedIdentities.compactMap { $0.rootHash }

    let addParticipants = APIRequest.AddParticipants(identifier: identifier, participants)
    Task {
      do {
        try await apiController.send(request: addParticipants)
        action.fulfill()  // sends the URL provided by the start action
      } catch {
        Log.error("Caught error while adding participants to collaboration: \(error)")
        action.fail()  // cancels the message
      }
    }
  }

  // 24:12 - SWUpdateCollaborationParticipantsAction - removing participants
  func removeParticipants(_ action: SWUpdateCollaborationParticipantsAction) {
    // Example of removing participants only. Handle the added identities here too.
    let identifier = action.collaborationMetadata.collaborationIdentifier
    let removed: [Data] = action.removedIdentities.compactMap { $0.rootHash }

    let removeParticipants = APIRequest.RemoveParticipants(identifier: identifier, removed)
    Task {
      do {
        try await apiController.send(request: removeParticipants)
        action.fulfill()
      } catch {
        log.error("Caught error while adding participants to collaboration: \(error)")
        action.fail()
      }
    }
  }
}
