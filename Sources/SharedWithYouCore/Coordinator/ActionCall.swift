import GroveIdentity
import GroveSystem

/// One question of the messenger to the app, with everything that is known about it.
struct ActionCall: Hashable, Sendable {
  enum Question: Hashable, Sendable {
    case start(StartCollaborationAction)
    case update(UpdateParticipantsAction)
    case cancellation(ShareCancellation)
  }

  /// What a call is about: two calls with a subject in common are answered one after the other.
  enum Subject: Hashable, Sendable {
    case start(RequestID)
    case collaboration(CollaborationID)
  }

  var question: Question
  /// The action's identifier.
  let id: RequestID
  /// Seconds.
  let timeLimit: Int

  /// A cancellation has no time limit of its own.
  static let cancellationTimeLimit = 30

  init(_ action: StartCollaborationAction) {
    question = .start(action)
    id = action.actionID
    timeLimit = action.timeLimit
  }

  init(_ action: UpdateParticipantsAction) {
    question = .update(action)
    id = action.actionID
    timeLimit = action.timeLimit
  }

  init(_ cancellation: ShareCancellation, id: RequestID) {
    question = .cancellation(cancellation)
    self.id = id
    timeLimit = Self.cancellationTimeLimit
  }

  /// Only takes something back: it is handed to the app even when the messenger has no time left,
  /// since it would only have to be asked again.
  var takesBack: Bool {
    switch question {
    case .start: false
    case .update(let action): action.addedRoots.isEmpty && action.replacedRoots.isEmpty
    case .cancellation: true
    }
  }

  var subjects: Set<Subject> {
    switch question {
    case .start(let action): [.start(action.actionID)]
    case .update(let action): [.collaboration(action.collaborationID)]
    case .cancellation(let cancellation):
      Set(
        [.start(cancellation.startActionID)]
          + [cancellation.collaborationID.map { .collaboration($0) }].compactMap { $0 })
    }
  }
}
