import GroveIdentity
import GroveSystem

/// The app as the messenger knows it: whatever it is asked goes to the coordinator, unless it is about what the system
/// itself shares.
struct RegisteredApp: CollaborationApp {
  let settings: GroveAppSettings
  let coordinator: SWCollaborationCoordinator

  var origin: Origin { settings.origin }
  var name: String { settings.name }

  func start(_ action: StartCollaborationAction) async -> StartCollaborationAnswer {
    if let system = await coordinator.systemHandler(action.metadata, nil) {
      return await system.start(action)
    }
    switch await coordinator.perform(ActionCall(action)) {
    case .failed(let reason): return .failed(reason: reason)
    // It has made something, and what, only it can know.
    case .fulfilled(nil): return .lost(reason: "starting gave no link")
    case .fulfilled(let started?):
      guard let id = try? CollaborationID(started.identifier) else {
        return .lost(reason: "its collaboration identifier is empty or too long")
      }
      return .fulfilled(link: started.link, collaborationID: id)
    }
  }

  func updateParticipants(_ action: UpdateParticipantsAction) async -> CollaborationActionAnswer {
    if let system = await coordinator.systemHandler(action.metadata, action.collaborationID) {
      return await system.updateParticipants(action)
    }
    return answer(await coordinator.perform(ActionCall(action)))
  }

  func shareCancelled(_ cancellation: ShareCancellation) async -> CollaborationActionAnswer {
    let (metadata, id) = (cancellation.metadata, cancellation.collaborationID)
    if let system = await coordinator.systemHandler(metadata, id) {
      return await system.shareCancelled(cancellation)
    }
    return answer(await coordinator.perform(ActionCall(cancellation, id: RequestID.random())))
  }

  private func answer(_ outcome: ActionOutcome) -> CollaborationActionAnswer {
    switch outcome {
    case .fulfilled: .fulfilled()
    case .failed(let reason): .failed(reason: reason)
    }
  }
}
