public import Foundation

/// `CKRecord.Reference`: another record of the same zone.
public final class CKReference: NSObject, NSSecureCoding, NSCopying, Sendable {
  /// The name that `CKRecord.ReferenceAction` had before.
  public typealias Action = CKRecord.ReferenceAction

  public let recordID: CKRecordID
  public let action: CKRecord.ReferenceAction

  public init(recordID: CKRecordID, action: CKRecord.ReferenceAction) {
    self.recordID = recordID
    self.action = action
  }

  public convenience init(record: CKRecord, action: CKRecord.ReferenceAction) {
    self.init(recordID: record.recordID, action: action)
  }

  convenience init(recordID: CKRecordID) { self.init(recordID: recordID, action: .none) }

  /// This object: nothing in it can change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKReference else { return false }
    return recordID == other.recordID && action == other.action
  }

  public override var hash: Int { recordID.hash }

  public override var description: String { "<CKReference \(recordID)>" }

  public static var supportsSecureCoding: Bool { true }

  private struct Archived: Codable {
    var name: String
    var zone: CKRecordZoneID.Archived
    var deletesSelf: Bool
  }

  /// Reads the app's own archive.
  public convenience init?(coder: NSCoder) {
    guard let archived = coder.archived(Archived.self) else { return nil }
    self.init(
      recordID: CKRecordID(recordName: archived.name, zoneID: CKRecordZoneID(archived.zone)),
      action: archived.deletesSelf ? .deleteSelf : .none)
  }

  public func encode(with coder: NSCoder) {
    coder.archive(
      Archived(
        name: recordID.recordName, zone: recordID.zoneID.archived,
        deletesSelf: action == .deleteSelf))
  }
}
