/// Where a collaboration server keeps its state. One method changes it: by a pure decision, inside
/// one transaction, so that look-then-write races cannot be written.
public protocol CollaborationStore: Sendable {
  /// Runs `decide` against the rows, applies its changes in order, commits durably, and answers.
  /// `decide` may be run again.
  ///
  /// - Throws: `CollaborationStoreError`, or what `decide` throws; then nothing has changed, except
  ///   that after `outcomeUnknown` nobody can say.
  func change<Answer: Sendable>(
    _ decide: @escaping @Sendable (any CollaborationReader) throws -> Decision<Answer>
  ) async throws -> Answer

  /// The same for somebody. Where changes wait, each caller takes its turn, so that the many of one hold
  /// up nobody else's; those of one caller keep their order.
  func change<Answer: Sendable>(
    for group: String,
    _ decide: @escaping @Sendable (any CollaborationReader) throws -> Decision<Answer>
  ) async throws -> Answer

  /// Looks at committed rows, all from the same moment.
  func read<Answer: Sendable>(
    _ look: @escaping @Sendable (any CollaborationReader) throws -> Answer
  ) async throws -> Answer

  /// The same for somebody: a caller, a document. Where reads wait, each takes its turn, so that the
  /// many of one hold up nobody else's.
  func read<Answer: Sendable>(
    for group: String, _ look: @escaping @Sendable (any CollaborationReader) throws -> Answer
  ) async throws -> Answer
}

extension CollaborationStore {
  /// For stores in which no change waits for another.
  public func change<Answer: Sendable>(
    for group: String,
    _ decide: @escaping @Sendable (any CollaborationReader) throws -> Decision<Answer>
  ) async throws -> Answer {
    try await change(decide)
  }

  /// For stores in which no read waits for another.
  public func read<Answer: Sendable>(
    for group: String, _ look: @escaping @Sendable (any CollaborationReader) throws -> Answer
  ) async throws -> Answer {
    try await read(look)
  }
}

/// Why a question could not be answered. A refusal is not an error: it is an answer.
public enum CollaborationStoreError: Error, Hashable, Sendable {
  /// The store does not answer now; nothing has changed, and trying again may help.
  case unavailable
  /// The commit was begun and its end is not known: what was decided may be found there later, or
  /// not. Asking again under the same identifier finds out.
  case outcomeUnknown
  /// A row breaks an invariant, or a decision would have broken one.
  case corrupt
}
