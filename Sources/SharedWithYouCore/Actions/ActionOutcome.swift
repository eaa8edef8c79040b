/// What an app answered to an action.
enum ActionOutcome: Hashable, Sendable {
  /// A start action's link and identifier; nil for other actions.
  case fulfilled(StartedCollaboration?)
  /// A sentence for the person; may be empty.
  case failed(reason: String)
}

/// What a start action is fulfilled with, as the app said it: nothing of it has been checked.
struct StartedCollaboration: Hashable, Sendable {
  var link: String
  var identifier: String
}
