public import Foundation

/// Stands for the signed-in person: the owner's name of their own zones.
public let CKCurrentUserDefaultName = "__defaultOwner__"

/// `CKRecordZone.ID`: where records are kept together: a name, and whose zone it is.
///
/// The classes that are archived are no nested types: one of those cannot be archived on this platform.
public final class CKRecordZoneID: NSObject, NSSecureCoding, NSCopying, Sendable {
  /// The zone that every private and public database has.
  public static let `default` = CKRecordZoneID()
  public static let defaultZoneName = "_defaultZone"

  public let zoneName: String
  /// `CKCurrentUserDefaultName` for one's own; of a shared zone the name its owner has in the container.
  public let ownerName: String

  /// - Parameter zoneName: 1 to 255 characters; saving one with another name fails with `invalidArguments`.
  public init(
    zoneName: String = CKRecordZoneID.defaultZoneName, ownerName: String = CKCurrentUserDefaultName
  ) {
    self.zoneName = zoneName
    self.ownerName = ownerName
  }

  /// This object: nothing in it can change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKRecordZoneID else { return false }
    return zoneName == other.zoneName && ownerName == other.ownerName
  }

  public override var hash: Int { zoneName.hashValue ^ ownerName.hashValue }

  public override var description: String { "\(zoneName):\(ownerName)" }

  public static var supportsSecureCoding: Bool { true }

  /// Reads the app's own archive.
  public convenience init?(coder: NSCoder) {
    guard let archived = coder.archived(Archived.self) else { return nil }
    self.init(archived)
  }

  public func encode(with coder: NSCoder) { coder.archive(archived) }

  struct Archived: Codable, Hashable, Sendable {
    var zone: String
    var owner: String
  }

  convenience init(_ archived: Archived) {
    self.init(zoneName: archived.zone, ownerName: archived.owner)
  }

  var archived: Archived { Archived(zone: zoneName, owner: ownerName) }
}
