public import Foundation
import Synchronization

/// The record's name that the share of a whole zone has.
public let CKRecordNameZoneWideShare = "cloudkit.zoneshare"

/// Shares a record with everything that hangs below it, or a whole zone.
///
/// Saving it makes a collaboration with a link. Whoever is invited to that, proves who they are when they open the link;
/// what is shared then stands in their shared database.
// As its superclass: what it adds is behind the same lock.
public final class CKShare: CKRecord, @unchecked Sendable {
  /// Fields of a share that the system names.
  public enum SystemFieldKey {
    /// What the share is called where people are told of it: text.
    public static let title: CKRecord.FieldKey = "cloudkit.title"
    /// A small picture: bytes.
    public static let thumbnailImageData: CKRecord.FieldKey = "cloudkit.thumbnailImageData"
    /// What kind of thing is shared, as the app names it: text.
    public static let shareType: CKRecord.FieldKey = "cloudkit.type"
  }

  /// What somebody may do.
  public enum ParticipantPermission: Int, Hashable, Sendable {
    case unknown = 0
    case none, readOnly, readWrite
  }

  /// Shares a record. Both have to be saved in one batch, unless the record was saved before.
  public convenience init(rootRecord: CKRecord) {
    let id = CKRecordID(
      recordName: "Share-" + UUID().uuidString, zoneID: rootRecord.recordID.zoneID)
    self.init(rootRecord: rootRecord, shareID: id)
  }

  /// - Parameter shareID: of the root record's zone; another is refused with `invalidArguments` when it is saved.
  public init(rootRecord: CKRecord, shareID: CKRecordID) {
    var content = RecordContent()
    content.terms = ShareContent(
      root: CKReference(recordID: rootRecord.recordID), isChanged: true)
    super.init(type: CKRecord.SystemType.share, id: shareID, content)
    rootRecord.content.withLock { $0.share = CKReference(recordID: shareID) }
  }

  /// Shares a zone. There is one such share in each, and none beside it.
  public init(recordZoneID: CKRecordZoneID) {
    var content = RecordContent()
    content.terms = ShareContent(isChanged: true)
    let id = CKRecordID(recordName: CKRecordNameZoneWideShare, zoneID: recordZoneID)
    super.init(type: CKRecord.SystemType.share, id: id, content)
  }

  override init(type: CKRecord.RecordType, id: CKRecordID, _ content: RecordContent) {
    super.init(type: type, id: id, content)
  }

  /// Reads what `encode(with:)` or `encodeSystemFields(with:)` wrote. Where the coder has neither, the share
  /// cannot be saved.
  public required convenience init(coder: NSCoder) {
    let archived = coder.archived(ArchivedRecord.self)
    var content = archived?.content ?? RecordContent()
    if content.terms == nil { content.terms = ShareContent() }
    self.init(
      type: CKRecord.SystemType.share, id: archived?.id ?? CKRecordID(recordName: ""), content)
  }

  /// The link. Nil until it was saved.
  public var url: URL? { content.withLock { $0.terms?.url } }

  /// What somebody may do who has the link and was not invited: `none` at first.
  public var publicPermission: ParticipantPermission {
    get { content.withLock { $0.terms?.publicPermission } ?? .none }
    set {
      content.withLock {
        $0.terms?.publicPermission = newValue
        $0.terms?.isChanged = true
      }
    }
  }

  public override func copy(with zone: NSZone? = nil) -> Any {
    CKShare(type: recordType, id: recordID, content.withLock(\.self))
  }
}
