import Foundation

/// Saves and deletes subscriptions of a database.
// As its superclass.
public final class CKModifySubscriptionsOperation: CKDatabaseOperation, @unchecked Sendable {
  public var subscriptionsToSave: [CKSubscription]?
  public var subscriptionIDsToDelete: [CKSubscription.ID]?
  public var perSubscriptionSaveBlock:
    ((CKSubscription.ID, Result<CKSubscription, any Error>) -> Void)?
  public var perSubscriptionDeleteBlock: ((CKSubscription.ID, Result<Void, any Error>) -> Void)?
  public var modifySubscriptionsResultBlock: ((Result<Void, any Error>) -> Void)?

  public override init() {}

  public convenience init(
    subscriptionsToSave: [CKSubscription]? = nil,
    subscriptionIDsToDelete: [CKSubscription.ID]? = nil
  ) {
    self.init()
    self.subscriptionsToSave = subscriptionsToSave
    self.subscriptionIDsToDelete = subscriptionIDsToDelete
  }

  override func run() async {
    let outcome = await result {
      try await target.modifySubscriptions(
        saving: subscriptionsToSave ?? [], deleting: subscriptionIDsToDelete ?? [])
    }
    await deliver { [self] in
      if case .success(let results) = outcome {
        for (id, result) in results.saveResults { perSubscriptionSaveBlock?(id, result) }
        for (id, result) in results.deleteResults { perSubscriptionDeleteBlock?(id, result) }
      }
      modifySubscriptionsResultBlock?(outcome.map { _ in })
    }
  }
}

/// Looks subscriptions up by their names, or all of a database.
// As its superclass.
public final class CKFetchSubscriptionsOperation: CKDatabaseOperation, @unchecked Sendable {
  /// nil: all subscriptions of the database.
  public var subscriptionIDs: [CKSubscription.ID]?
  public var perSubscriptionResultBlock:
    ((CKSubscription.ID, Result<CKSubscription, any Error>) -> Void)?
  public var fetchSubscriptionsResultBlock: ((Result<Void, any Error>) -> Void)?

  /// For all subscriptions.
  public override init() {}

  public convenience init(subscriptionIDs: [CKSubscription.ID]) {
    self.init()
    self.subscriptionIDs = subscriptionIDs
  }

  public static func fetchAllSubscriptionsOperation() -> CKFetchSubscriptionsOperation {
    CKFetchSubscriptionsOperation()
  }

  override func run() async {
    let outcome = await result { () async throws -> CKDatabase.SubscriptionResults in
      if let subscriptionIDs { return try await target.subscriptions(for: subscriptionIDs) }
      let all = try await target.allSubscriptions().map {
        ($0.subscriptionID, Result<_, any Error>.success($0))
      }
      return Dictionary(all) { first, _ in first }
    }
    await deliver { [self] in
      for (id, result) in (try? outcome.get()) ?? [:] { perSubscriptionResultBlock?(id, result) }
      fetchSubscriptionsResultBlock?(outcome.map { _ in })
    }
  }
}
