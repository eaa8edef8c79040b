import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import MessengerDomain

extension Messenger {
  /// One decision, one transaction; then the events that follow from it.
  nonisolated func commit<Answer: Sendable>(
    _ decide: @escaping @Sendable (any MessengerReader) throws -> MessengerDecision<Answer>
  ) async throws(MessengerError) -> Answer {
    do {
      let (answer, changes) = try await store.change { reader in
        let decision = try decide(reader)
        return MessengerDecision(decision.changes, answer: (decision.answer, decision.changes))
      }
      hub.publish(MessengerEvent.following(changes))
      return answer
    } catch {
      throw Self.translated(error)
    }
  }

  /// The same where nothing is asked.
  nonisolated func write(
    _ decide: @escaping @Sendable (any MessengerReader) throws -> [MessengerChange]
  ) async throws(MessengerError) {
    try await commit { MessengerDecision(try decide($0)) }
  }

  nonisolated func look<Answer: Sendable>(
    _ look: @escaping @Sendable (any MessengerReader) throws -> Answer
  ) async throws(MessengerError) -> Answer {
    do {
      return try await store.read(look)
    } catch {
      throw Self.translated(error)
    }
  }

  /// A call to the relay, with its error in this class's words.
  nonisolated func ask<Answer: Sendable>(
    _ call: (RelayClient) async throws(ClientError) -> Answer
  ) async throws(MessengerError) -> Answer {
    do {
      let answer = try await call(relay)
      return answer
    } catch {
      try await noteRemoval(error)
      throw MessengerError(error)
    }
  }

  /// The relay takes this device's key no longer: remembered, so that it is shown without a
  /// connection too.
  nonisolated func noteRemoval(_ error: ClientError) async throws(MessengerError) {
    guard error.problemCode == .credentialsInvalid else { return }
    try await write { try $0.counter(.deviceRemoved) == 1 ? [] : [.set(.deviceRemoved, 1)] }
    throw MessengerError(.deviceRemoved)
  }

  static func translated(_ error: any Error) -> MessengerError {
    switch error {
    case let error as MessengerError: error
    case let error as ClientError: MessengerError(error)
    case is CancellationError: MessengerError(.cancelled)
    case let error as IdentityError where error.code == .limitExceeded:
      MessengerError(.limitExceeded, error.context)
    case let error as IdentityError: MessengerError(.malformed, error.context)
    case is MessengerStoreError: MessengerError(.storeUnavailable)
    default: MessengerError(.internalError)
    }
  }
}
