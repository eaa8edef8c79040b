/// What a person reads of a document that cannot be opened any more. The browser's words are the same
/// (`Tests/Vectors/sentences.json`).
extension DocumentState.Ending {
  /// In a thread, where it was shared.
  public var sentence: String {
    switch self {
    case .deleted: "It was deleted."
    case .stopped: "It is not shared any more."
    case .removed: "You have no access any more."
    case .left: "You left it."
    case .refused: "It is not shared with you any more."
    }
  }

  /// To whom wanted to open it.
  public func sentence(opening title: String) -> String {
    switch self {
    case .deleted: "“\(title)” was deleted. It is gone for everybody."
    case .stopped:
      "“\(title)” is not shared any more: its owner stopped sharing it with everybody."
    case .removed: "“\(title)” is not shared with you any more: its owner took you out of it."
    case .left: "“\(title)” is not shared with you any more: you left it."
    case .refused:
      "“\(title)” is not shared with you any more: you were taken out of it, or it is not shared at all now."
    }
  }

  /// What was done to this person, after who did it; nil of what a notice tells in other words or not at all.
  package var deed: String? {
    switch self {
    case .removed: "took you out of it"
    case .stopped: "stopped sharing it"
    case .deleted, .left, .refused: nil
    }
  }
}
