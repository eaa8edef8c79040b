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
  /// What the server tells by itself.
  let live: LiveFeed
  let subscriptions: SubscriptionBook
  /// Who is signed in, once it was asked, and how often that may have changed.
  private let user = Mutex<(name: String?, changes: UInt64)>((nil, 0))

  init(identifier: String, cloud: GroveCloud) {
    self.identifier = identifier
    self.cloud = cloud
    live = LiveFeed(identifier: identifier, cloud: cloud)
    subscriptions = SubscriptionBook { [weak cloud] in cloud?.subscriptionsPath(of: identifier) }
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
    if let known = user.withLock(\.name) { return known }
    guard let name = try await askUser().name else {
      throw CKError(.notAuthenticated, "Nobody is signed in.")
    }
    return name
  }

  /// Asks who is signed in, whatever is known.
  /// - Returns: nil where nobody is; and `userChanges` as it was for this answer.
  func askUser() async throws(CKError) -> (name: String?, changes: UInt64) {
    let before = userChanges
    var name: String?
    do throws(CKError) {
      name = try await ask { [identifier] client throws(ClientError) in
        try await client.recordUser(in: identifier).user
      }
    } catch  where error.code != .notAuthenticated {
      throw error
    } catch {
      // Nobody.
    }
    return user.withLock { [name] user in
      // Somebody has signed in or out meanwhile: this answer may be about the one before.
      guard user.changes == before else { return (name, before) }
      if let known = user.name, known != name { user.changes += 1 }
      user.name = name
      return (name, user.changes)
    }
  }

  /// Somebody else may be signed in now.
  func forgetUser() { user.withLock { $0 = (nil, $0.changes + 1) } }

  /// Grows when somebody else may be signed in.
  var userChanges: UInt64 { user.withLock(\.changes) }

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
