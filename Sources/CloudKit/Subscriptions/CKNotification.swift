public import Foundation

/// That something may have changed which an app has subscribed to; it comes from `CKContainer.groveNotifications`.
// Constant.
public class CKNotification: NSObject, @unchecked Sendable {
  public enum NotificationType: Int, Hashable, Sendable {
    case query = 1
    case recordZone
    case readNotification
    case database
  }

  public let notificationType: NotificationType
  public let containerIdentifier: String?
  public let subscriptionID: CKSubscription.ID?
  /// Of the database.
  public let databaseScope: CKDatabase.Scope
  /// Nothing is left out.
  public let isPruned = false
  private let info: NotificationTexts?

  public var alertBody: String? { info?.alertBody }
  public var title: String? { info?.title }
  public var subtitle: String? { info?.subtitle }
  public var soundName: String? { info?.soundName }
  public var category: String? { info?.category }

  init(
    _ type: NotificationType, of subscription: CKSubscription, _ scope: CKDatabase.Scope,
    in container: String
  ) {
    notificationType = type
    containerIdentifier = container
    subscriptionID = subscription.subscriptionID
    databaseScope = scope
    info = subscription.texts
  }

  public override var description: String {
    "<\(Swift.type(of: self)) \(subscriptionID ?? "")>"
  }
}

/// Something may have changed in a database: its changes say what.
// Constant.
public final class CKDatabaseNotification: CKNotification, @unchecked Sendable {}

/// Something may have changed in a zone: its changes say what.
// Constant.
public final class CKRecordZoneNotification: CKNotification, @unchecked Sendable {
  public let recordZoneID: CKRecordZone.ID?

  init(
    _ zone: CKRecordZone.ID, of subscription: CKSubscription, _ scope: CKDatabase.Scope,
    in container: String
  ) {
    recordZoneID = zone
    super.init(.recordZone, of: subscription, scope, in: container)
  }
}
