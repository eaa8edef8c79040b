import GroveIdentity
import GroveSystem
import GroveTesting
import Synchronization

@testable import Messenger

/// An app with a server of its own: what it was asked, what its server holds, and how it behaves.
final class TestApp: CollaborationApp {
  enum Behaviour: Sendable {
    case answers
    case fails
    /// Does the work, and answers something nobody can read.
    case isUnreadable
    /// Nobody has even asked it.
    case isNotAsked
    /// Answers only when its call is cancelled, after having done the work.
    case tooLate
  }

  struct State {
    var starting = Behaviour.answers
    var updating = Behaviour.answers
    var roots: Set<RootHash> = []
    var isShared = false
    var starts: [StartCollaborationAction] = []
    var updates: [UpdateParticipantsAction] = []
    var cancellations: [ShareCancellation] = []
    var isAway = false
    /// A call waits to be cancelled.
    var isLate = false
    var link = "https://docs.example/d/1"
  }

  let origin = TestPeople.docs
  let name = "Recipes"
  let state = Mutex(State())

  func start(_ action: StartCollaborationAction) async -> StartCollaborationAnswer {
    let (behaviour, link) = state.withLock { state in
      state.starts.append(action)
      state.isShared = state.starting != .fails
      return (state.starting, state.link)
    }
    await wait(behaviour)
    if behaviour == .isUnreadable { return .lost(reason: "") }
    return behaviour == .fails
      ? .failed(reason: "no such document")
      : .fulfilled(link: link, collaborationID: TestPeople.collaboration, epoch: 7)
  }

  func updateParticipants(_ action: UpdateParticipantsAction) async -> CollaborationActionAnswer {
    let behaviour = state.withLock { state -> Behaviour in
      state.updates.append(action)
      if state.isAway { return .fails }
      if state.updating == .isNotAsked { return .isNotAsked }
      guard state.updating != .fails || action.addedRoots.isEmpty else { return .fails }
      state.roots.formUnion(action.addedRoots)
      state.roots.formUnion(action.replacedRoots.map(\.new))
      state.roots.subtract(action.removedRoots + action.replacedRoots.map(\.old))
      return action.addedRoots.isEmpty ? .answers : state.updating
    }
    await wait(behaviour)
    if behaviour == .isNotAsked { return .failed(reason: "not running", isUnchanged: true) }
    return behaviour == .fails ? .failed(reason: "storage full") : .fulfilled(epoch: 8)
  }

  func shareCancelled(_ cancellation: ShareCancellation) async -> CollaborationActionAnswer {
    state.withLock { state in
      state.cancellations.append(cancellation)
      guard !state.isAway else { return .failed(reason: "away") }
      state.isShared = false
      return .fulfilled()
    }
  }

  private func wait(_ behaviour: Behaviour) async {
    guard case .tooLate = behaviour else { return }
    state.withLock { $0.isLate = true }
    try? await Task.sleep(for: .seconds(60))
  }
}
