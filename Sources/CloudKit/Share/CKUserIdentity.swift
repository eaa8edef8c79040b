public import Foundation

/// Who somebody is, as far as it is told.
public final class CKUserIdentity: NSObject, NSCopying, Sendable {
  /// How this container names them; nil while they have not come in.
  public let userRecordID: CKRecord.ID?
  /// What they are called, in one part; nil while they have not come in.
  public let nameComponents: PersonNameComponents?
  /// Whether they have an account at the server, as far as is known.
  public var hasiCloudAccount: Bool { userRecordID != nil }

  init(userRecordID: CKRecord.ID?, displayName: String?) {
    self.userRecordID = userRecordID
    nameComponents = displayName.map { name in
      var components = PersonNameComponents()
      components.nickname = name
      components.givenName = name
      return components
    }
  }

  /// This object: nothing in it can change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKUserIdentity else { return false }
    return userRecordID == other.userRecordID && nameComponents == other.nameComponents
  }

  public override var hash: Int { userRecordID.hashValue }
}
