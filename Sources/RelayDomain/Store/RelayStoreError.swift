/// Why a store could not answer. A refusal by a rule is not one of these.
public struct RelayStoreError: Error, Hashable, Sendable {
  /// What a shell does about it: answer `unavailable`, `outcome_unknown` or an internal error.
  public enum Code: String, Sendable {
    /// The database cannot be reached, is full or is shutting down.
    case unavailable
    /// The commit was begun and its end is not known: what was decided may be found there later, or
    /// not. Asking again under the same identifier finds out.
    case outcomeUnknown
    /// What is stored is not what was written.
    case corrupt
  }

  /// Which of them it is.
  public let code: Code
  /// A fixed phrase naming the place.
  public let context: String

  /// - Parameter context: a fixed phrase, never input.
  public init(_ code: Code, _ context: String) {
    self.code = code
    self.context = context
  }
}
