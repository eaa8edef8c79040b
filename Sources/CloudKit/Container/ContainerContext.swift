import Dispatch
import Foundation
import GroveClient
import GroveWire
import SharedWithYouCore
import Synchronization

/// A container at its server: what its databases and operations share.
final class ContainerContext: Sendable {
  let identifier: String
  let cloud: GroveCloud
  /// Where completion handlers and blocks of operations run, one after the other.
  let callbacks = DispatchQueue(label: "grove.cloudkit.callbacks")
  /// Runs what is added to the container or one of its databases.
  let operations = OperationQueue()
  private let user = Mutex<String?>(nil)

  init(identifier: String, cloud: GroveCloud) {
    self.identifier = identifier
    self.cloud = cloud
  }

  /// Asks the server; every failure is a `CKError`.
  func ask<Value: Sendable>(
    _ call: (CollaborationClient) async throws(ClientError) -> Value
  ) async throws(CKError) -> Value {
    let client = try cloud.client()
    do {
      return try await call(client)
    } catch {
      throw CKError(error)
    }
  }

  /// How the container names whoever is signed in; asked once.
  func userName() async throws(CKError) -> String {
    if let known = user.withLock(\.self) { return known }
    let name = try await ask { [identifier] client throws(ClientError) in
      try await client.recordUser(in: identifier).user
    }
    user.withLock { $0 = name }
    return name
  }

  /// Somebody else may be signed in now.
  func forgetUser() { user.withLock { $0 = nil } }

  // MARK: Work of synchronous calls

  /// Does the work and hands the result to the handler.
  func start<Value: Sendable>(
    _ handler: @escaping @Sendable (Result<Value, any Error>) -> Void,
    _ work: @escaping @Sendable () async throws -> Value
  ) {
    let isTaken = FrameworkTasks.shared.run { [callbacks] in
      let result: Result<Value, any Error>
      do {
        result = .success(try await work())
      } catch {
        result = .failure(error)
      }
      callbacks.async { handler(result) }
    }
    guard !isTaken else { return }
    callbacks.async {
      handler(
        .failure(
          CKError(
            .requestRateLimited, "Too many calls are under way.",
            [CKErrorRetryAfterKey: NSNumber(value: 1)])))
    }
  }

  /// Runs a block where handlers run, and returns when it has.
  func deliver(_ block: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { done in
      callbacks.async {
        block()
        done.resume()
      }
    }
  }
}
