import GroveAgent
import GroveIdentity
import GroveSystem

/// An app in another process, as the messenger knows it: always there, because it can be started.
struct RemoteApp: CollaborationApp {
  let origin: Origin
  let name: String
  let host: AppHost

  func start(_ action: StartCollaborationAction) async -> StartCollaborationAnswer {
    switch await host.perform(.start(action), of: origin, seconds: action.timeLimit) {
    case .answered(.start(let answer)): answer
    // An answer to something else, or none: what the app has made is not known.
    case .answered, .givenUp: .lost(reason: "")
    case .refused(let reason): .failed(reason: reason)
    }
  }

  func updateParticipants(_ action: UpdateParticipantsAction) async -> CollaborationActionAnswer {
    await answer(.updateParticipants(action), seconds: action.timeLimit)
  }

  func shareCancelled(_ cancellation: ShareCancellation) async -> CollaborationActionAnswer {
    await answer(.shareCancelled(cancellation), seconds: 30)
  }

  private func answer(_ question: ClientQuestion, seconds: Int) async
    -> CollaborationActionAnswer
  {
    switch await host.perform(question, of: origin, seconds: seconds) {
    case .answered(.action(let answer)): answer
    case .answered, .givenUp: .failed(reason: "")
    // The dispatcher refuses only what no process of the app was ever given.
    case .refused(let reason): .failed(reason: reason, isUnchanged: true)
    }
  }
}
