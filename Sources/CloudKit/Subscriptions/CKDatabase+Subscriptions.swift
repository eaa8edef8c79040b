import Foundation
import GroveWire
import SharedWithYouCore

/// Subscriptions, as `CKSubscription` says where they are kept.
extension CKDatabase {
  public typealias SubscriptionResults = [CKSubscription.ID: Result<CKSubscription, any Error>]
  public typealias SubscriptionDeleteResults = [CKSubscription.ID: Result<Void, any Error>]

  /// One of the same name is replaced.
  /// - Throws: `CKError`: `invalidArguments` with a sentence for what cannot be served, `badDatabase` in the public one and
  ///   for zones of the shared one, `limitExceeded` for more than 100, `notAuthenticated`.
  @discardableResult
  public func save(_ subscription: CKSubscription) async throws -> CKSubscription {
    if let refusal = subscription.refusal { throw refusal }
    guard
      databaseScope == .private
        || (databaseScope == .shared && subscription.subscriptionType == .database)
    else { throw CKError(.badDatabase, "No stream tells of that in this database.") }
    let zone = (subscription as? CKRecordZoneSubscription)?.zoneID
    let entry = SubscriptionBook.Entry(
      user: try await context.userName(), scope: databaseScope.rawValue,
      id: subscription.subscriptionID, zone: zone?.archived, info: subscription.texts)
    try context.subscriptions.save(entry)
    return subscription
  }

  /// - Throws: `CKError.unknownItem`.
  @discardableResult
  public func subscription(for subscriptionID: CKSubscription.ID) async throws -> CKSubscription {
    guard
      let found = try await allSubscriptions().first(where: { $0.subscriptionID == subscriptionID })
    else { throw CKError(.unknownItem, "There is no such subscription.") }
    return found
  }

  @discardableResult
  public func allSubscriptions() async throws -> [CKSubscription] {
    let user = try await context.userName()
    return context.subscriptions.all(of: user).filter { $0.scope == databaseScope.rawValue }
      .map(\.subscription)
  }

  /// - Throws: `CKError.unknownItem`.
  @discardableResult
  public func deleteSubscription(withID subscriptionID: CKSubscription.ID) async throws
    -> CKSubscription.ID
  {
    let user = try await context.userName()
    guard try context.subscriptions.delete(subscriptionID, databaseScope.rawValue, of: user) else {
      throw CKError(.unknownItem, "There is no such subscription.")
    }
    return subscriptionID
  }

  public func subscriptions(for ids: [CKSubscription.ID]) async throws -> SubscriptionResults {
    let all = try await allSubscriptions()
    return Dictionary(
      ids.map { id in
        let found = all.first { $0.subscriptionID == id }
        return (id, found.map { .success($0) } ?? .failure(CKError(.unknownItem)))
      }
    ) { one, _ in one }
  }

  public func modifySubscriptions(
    saving subscriptionsToSave: [CKSubscription],
    deleting subscriptionIDsToDelete: [CKSubscription.ID]
  ) async throws -> (saveResults: SubscriptionResults, deleteResults: SubscriptionDeleteResults) {
    _ = try await context.userName()
    var (saved, deleted) = (SubscriptionResults(), SubscriptionDeleteResults())
    for subscription in subscriptionsToSave {
      do {
        saved[subscription.subscriptionID] = .success(try await save(subscription))
      } catch {
        saved[subscription.subscriptionID] = .failure(error)
      }
    }
    for id in subscriptionIDsToDelete {
      do {
        _ = try await deleteSubscription(withID: id)
        deleted[id] = .success(())
      } catch {
        deleted[id] = .failure(error)
      }
    }
    return (saved, deleted)
  }
}

/// The same with completion handlers.
extension CKDatabase {
  public func fetch(
    withSubscriptionID subscriptionID: CKSubscription.ID,
    completionHandler: @escaping @Sendable (CKSubscription?, (any Error)?) -> Void
  ) {
    context.start(pair(completionHandler)) { try await self.subscription(for: subscriptionID) }
  }

  public func fetchAllSubscriptions(
    completionHandler: @escaping @Sendable ([CKSubscription]?, (any Error)?) -> Void
  ) {
    context.start(pair(completionHandler)) { try await self.allSubscriptions() }
  }

  public func fetch(
    withSubscriptionIDs subscriptionIDs: [CKSubscription.ID],
    completionHandler: @escaping @Sendable (Result<SubscriptionResults, any Error>) -> Void
  ) {
    context.start(completionHandler) { try await self.subscriptions(for: subscriptionIDs) }
  }

  public func modifySubscriptions(
    saving subscriptionsToSave: [CKSubscription],
    deleting subscriptionIDsToDelete: [CKSubscription.ID],
    completionHandler:
      @escaping @Sendable (
        Result<
          (saveResults: SubscriptionResults, deleteResults: SubscriptionDeleteResults), any Error
        >
      ) -> Void
  ) {
    context.start(completionHandler) {
      try await self.modifySubscriptions(
        saving: subscriptionsToSave, deleting: subscriptionIDsToDelete)
    }
  }

  public func save(
    _ subscription: CKSubscription,
    completionHandler: @escaping @Sendable (CKSubscription?, (any Error)?) -> Void
  ) {
    context.start(pair(completionHandler)) { try await self.save(subscription) }
  }

  public func delete(
    withSubscriptionID subscriptionID: CKSubscription.ID,
    completionHandler: @escaping @Sendable (String?, (any Error)?) -> Void
  ) {
    context.start(pair(completionHandler)) {
      try await self.deleteSubscription(withID: subscriptionID)
    }
  }
}

extension SubscriptionBook.Entry {
  fileprivate var subscription: CKSubscription {
    let made: CKSubscription =
      zone.map { CKRecordZoneSubscription(zoneID: CKRecordZoneID($0), subscriptionID: id) }
      ?? CKDatabaseSubscription(subscriptionID: id)
    made.texts = info
    return made
  }

  /// What its app is told; nil where the news are not about it.
  func notification(of news: LiveFeed.News, in container: String) -> CKNotification? {
    guard let database = CKDatabase.Scope(rawValue: scope) else { return nil }
    switch news {
    case .ready: break
    case .changed(let event):
      guard (event.scope == .private) == (database == .private) else { return nil }
      let names = event.changed.map(\.name) + event.ended.map(\.name)
      if let zone, !names.contains(zone.zone) { return nil }
    case .ended, .account: return nil
    }
    guard let zone else {
      return CKDatabaseNotification(.database, of: subscription, database, in: container)
    }
    return CKRecordZoneNotification(CKRecordZoneID(zone), of: subscription, database, in: container)
  }
}

extension CKContainer {
  /// What the signed-in person's subscriptions tell, while somebody listens: one for each subscription at the beginning
  /// and after every interruption, because something may have changed before, and one for each change then. Not in the
  /// platform's framework, which hands the app a push. The newest 256 wait for their reader.
  public var groveNotifications: AsyncStream<CKNotification> {
    let context = context
    return AsyncStream(bufferingPolicy: .bufferingNewest(256)) { told in
      let (heard, news) = AsyncStream.makeStream(
        of: LiveFeed.News.self, bufferingPolicy: .bufferingNewest(256))
      let listener = context.live.listen { news.yield($0) }
      let job = FrameworkTasks.shared.keep {
        for await news in heard {
          guard let user = try? await context.userName() else { continue }
          for entry in context.subscriptions.all(of: user) {
            if let notification = entry.notification(of: news, in: context.identifier) {
              told.yield(notification)
            }
          }
        }
      }
      told.onTermination = { _ in
        context.live.leave(listener)
        news.finish()
        job.cancel()
      }
    }
  }
}
