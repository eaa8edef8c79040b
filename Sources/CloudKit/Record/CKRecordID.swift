public import Foundation

/// `CKRecord.ID`: a record's name within its zone.
public final class CKRecordID: NSObject, NSSecureCoding, NSCopying, Sendable {
  public let recordName: String
  public let zoneID: CKRecordZoneID

  /// - Parameter recordName: 1 to 255 characters; saving one with another name fails with `invalidArguments`.
  public init(recordName: String = UUID().uuidString, zoneID: CKRecordZoneID = .default) {
    self.recordName = recordName
    self.zoneID = zoneID
  }

  /// This object: nothing in it can change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKRecordID else { return false }
    return recordName == other.recordName && zoneID == other.zoneID
  }

  public override var hash: Int { recordName.hashValue ^ zoneID.hash }

  public override var description: String { "\(recordName) in \(zoneID)" }

  public static var supportsSecureCoding: Bool { true }

  private struct Archived: Codable {
    var name: String
    var zone: CKRecordZoneID.Archived
  }

  /// Reads the app's own archive.
  public convenience init?(coder: NSCoder) {
    guard let archived = coder.archived(Archived.self) else { return nil }
    self.init(recordName: archived.name, zoneID: CKRecordZoneID(archived.zone))
  }

  public func encode(with coder: NSCoder) {
    coder.archive(Archived(name: recordName, zone: zoneID.archived))
  }
}
