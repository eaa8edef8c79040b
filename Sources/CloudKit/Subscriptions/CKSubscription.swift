public import Foundation

/// That an app wants to hear when something has changed.
///
/// Here the app hears through its container's stream while it runs: `CKContainer.groveNotifications`. Subscriptions are
/// kept on this machine for the signed-in person, not at the server.
// What apps set, they set before they save it; the rest is constant, and saved ones are copies.
public class CKSubscription: NSObject, NSCopying, @unchecked Sendable {
  public typealias ID = String

  public enum SubscriptionType: Int, Hashable, Sendable {
    case query = 1
    case recordZone
    case database
  }

  public let subscriptionID: ID
  public let subscriptionType: SubscriptionType
  /// What its notifications carry: a copy of what is set, which may be changed in its place.
  public var notificationInfo: NotificationInfo? {
    get { info }
    set { texts = newValue?.texts }
  }
  private var info: NotificationInfo?
  var texts: NotificationTexts? {
    get { info?.texts }
    set { info = newValue.map(NotificationInfo.init) }
  }

  init(_ subscriptionID: ID, _ subscriptionType: SubscriptionType) {
    self.subscriptionID = subscriptionID
    self.subscriptionType = subscriptionType
  }

  public func copy(with zone: NSZone? = nil) -> Any {
    kept(CKSubscription(subscriptionID, subscriptionType))
  }

  func kept<Kept: CKSubscription>(_ copy: Kept) -> Kept {
    copy.texts = texts
    return copy
  }

  /// Why it cannot be served; nil where it can.
  var refusal: CKError? { nil }

  public override var description: String { "<\(type(of: self)) \(subscriptionID)>" }
}

/// To hear when something has changed in the private or the shared database.
// As its superclass.
public final class CKDatabaseSubscription: CKSubscription, @unchecked Sendable {
  /// Not served: the stream says that something has changed, not what. One that names a type is refused.
  public var recordType: CKRecord.RecordType?

  public convenience init() { self.init(subscriptionID: UUID().uuidString) }

  public init(subscriptionID: CKSubscription.ID) { super.init(subscriptionID, .database) }

  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = kept(CKDatabaseSubscription(subscriptionID: subscriptionID))
    copy.recordType = recordType
    return copy
  }

  override var refusal: CKError? { recordType.map { _ in .typedSubscription } }
}

/// To hear when something has changed in a zone of the private database.
// As its superclass.
public final class CKRecordZoneSubscription: CKSubscription, @unchecked Sendable {
  public let zoneID: CKRecordZone.ID
  /// Not served: the stream says that something has changed, not what. One that names a type is refused.
  public var recordType: CKRecord.RecordType?

  public convenience init(zoneID: CKRecordZone.ID) {
    self.init(zoneID: zoneID, subscriptionID: UUID().uuidString)
  }

  public init(zoneID: CKRecordZone.ID, subscriptionID: CKSubscription.ID) {
    self.zoneID = zoneID
    super.init(subscriptionID, .recordZone)
  }

  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = kept(CKRecordZoneSubscription(zoneID: zoneID, subscriptionID: subscriptionID))
    copy.recordType = recordType
    return copy
  }

  override var refusal: CKError? { recordType.map { _ in .typedSubscription } }
}

/// To hear of records that a query finds: saving one is refused, because no stream says which records have changed.
/// An app subscribes to the zone or the database, and asks.
// As its superclass.
public final class CKQuerySubscription: CKSubscription, @unchecked Sendable {
  public struct Options: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let firesOnRecordCreation = Options(rawValue: 1)
    public static let firesOnRecordUpdate = Options(rawValue: 2)
    public static let firesOnRecordDeletion = Options(rawValue: 4)
    public static let firesOnce = Options(rawValue: 8)
  }

  public let recordType: CKRecord.RecordType?
  public let predicate: NSPredicate
  public let querySubscriptionOptions: Options
  public var zoneID: CKRecordZone.ID?

  public init(
    recordType: CKRecord.RecordType, predicate: NSPredicate, subscriptionID: CKSubscription.ID,
    options: Options = [.firesOnRecordCreation, .firesOnRecordUpdate, .firesOnRecordDeletion]
  ) {
    self.recordType = recordType
    self.predicate = predicate
    querySubscriptionOptions = options
    super.init(subscriptionID, .query)
  }

  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = kept(
      CKQuerySubscription(
        recordType: recordType ?? "", predicate: predicate, subscriptionID: subscriptionID,
        options: querySubscriptionOptions))
    copy.zoneID = zoneID
    return copy
  }

  override var refusal: CKError? {
    CKError(
      .invalidArguments,
      "No stream says which records a query finds: subscribe to zone or database.")
  }
}

extension CKError {
  fileprivate static let typedSubscription = CKError(
    .invalidArguments, "A subscription cannot be for one type of records: the stream says no type.")
}
