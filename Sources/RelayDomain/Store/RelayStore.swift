/// Where the relay keeps everything: one decision, one transaction (design 4).
///
/// `change` runs `decide` against the committed state, applies its changes in order and answers only
/// when they are durable. `decide` may be run more than once, and is never run beside another one.
public protocol RelayStore: Sendable {
  /// - Throws: `RelayStoreError`, or what `decide` threw; then nothing has been written, except
  ///   that after `outcomeUnknown` nobody can say.
  func change<Answer: Sendable>(
    _ decide: @escaping @Sendable (any RelayReader) throws -> RelayDecision<Answer>
  ) async throws -> Answer

  /// The same for somebody. Where changes wait, each caller takes its turn, so that the many of one hold
  /// up nobody else's; those of one caller keep their order.
  func change<Answer: Sendable>(
    for group: String,
    _ decide: @escaping @Sendable (any RelayReader) throws -> RelayDecision<Answer>
  ) async throws -> Answer

  /// A look at one committed state.
  func read<Answer: Sendable>(
    _ look: @escaping @Sendable (any RelayReader) throws -> Answer
  ) async throws -> Answer
}

extension RelayStore {
  /// For stores in which no change waits for another.
  public func change<Answer: Sendable>(
    for group: String,
    _ decide: @escaping @Sendable (any RelayReader) throws -> RelayDecision<Answer>
  ) async throws -> Answer {
    try await change(decide)
  }
}
