import Dispatch
import StoreSQL

/// A connection with a thread of its own, opened when it is needed and again where it has gone. What is asked of it waits its
/// turn.
///
/// Sendable because: its queue alone uses what changes.
final class NodeConnection: @unchecked Sendable {
  private let address: PostgresAddress
  private let options: PostgresOptions
  private let begin: @Sendable (PostgresConnection) throws -> Void
  private let queue: DispatchQueue
  private var connection: PostgresConnection?

  /// - Parameter begin: makes a new connection ready.
  init(
    _ address: PostgresAddress, _ options: PostgresOptions, label: String,
    begin: @escaping @Sendable (PostgresConnection) throws -> Void
  ) {
    self.address = address
    self.options = options
    self.begin = begin
    queue = DispatchQueue(label: "grove.postgres.\(label)")
  }

  /// - Parameter body: is told whether the connection is new.
  /// - Throws: `PostgresFailure`.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection, _ isNew: Bool) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(
          with: Result { try self.perform(body) }.mapError {
            ($0 as? PostgresFailure)?.outside ?? $0
          })
      }
    }
  }

  private func perform<Value>(
    _ body: (PostgresConnection, _ isNew: Bool) throws -> Value
  ) throws -> Value {
    if let connection, !connection.isBroken { return try body(connection, false) }
    connection = nil
    let new = try PostgresConnection(address, options)
    // Each call is one statement, which sees what was committed before it; nothing is decided from two of them.
    try new.each(
      "SELECT set_config('default_transaction_isolation', 'read committed', false)", []
    ) { _ in true }
    try begin(new)
    connection = new
    return try body(new, true)
  }

  func close() async {
    await withCheckedContinuation { continuation in
      queue.async {
        self.connection = nil
        continuation.resume()
      }
    }
  }
}
