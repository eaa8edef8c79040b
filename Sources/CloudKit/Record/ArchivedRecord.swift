import Foundation
import Synchronization

/// A record in an archive of its app.
struct ArchivedRecord: Codable {
  var type: String
  var name: String
  var zone: CKRecordZoneID.Archived
  var system: RecordSystemFields
  var parent: String?
  var isParentChanged: Bool
  var share: String?
  /// nil where only the system fields were asked for.
  var fields: [String: ArchivedField]?
  var changed: [String]?
  var fetched: [String: ArchivedField]?
  var root: String?
  var publicPermission: Int?
  var isReadOnly: Bool?
  var isShareChanged: Bool?
  var url: String?

  init(_ record: CKRecord, hasFields: Bool) {
    let content = record.content.withLock(\.self)
    type = record.recordType
    name = record.recordID.recordName
    zone = record.recordID.zoneID.archived
    system = content.system
    parent = content.parent?.recordID.recordName
    isParentChanged = content.isParentChanged
    share = content.share?.recordID.recordName
    root = content.terms?.root?.recordID.recordName
    publicPermission = content.terms?.publicPermission.rawValue
    isReadOnly = content.terms?.isReadOnly
    isShareChanged = content.terms?.isChanged
    url = content.terms?.url?.absoluteString
    guard hasFields else { return }
    changed = content.changed.sorted()
    fields = content.fields.mapValues { ArchivedField($0) }
    fetched = content.fetched?.mapValues { ArchivedField($0) }
  }

  var id: CKRecordID { CKRecordID(recordName: name, zoneID: CKRecordZoneID(zone)) }

  var content: RecordContent {
    let zone = CKRecordZoneID(zone)
    func reference(_ name: String) -> CKReference {
      CKReference(recordID: CKRecordID(recordName: name, zoneID: zone))
    }
    var content = RecordContent()
    content.system = system
    content.parent = parent.map(reference)
    content.isParentChanged = isParentChanged
    content.share = share.map(reference)
    content.fields = fields?.mapValues(\.content) ?? [:]
    content.changed = Set(changed ?? [])
    content.fetched = fetched?.mapValues(\.content)
    guard let publicPermission else { return content }
    content.terms = ShareContent(
      root: root.map(reference),
      publicPermission: CKShare.ParticipantPermission(rawValue: publicPermission) ?? .none,
      isReadOnly: isReadOnly ?? false, isChanged: isShareChanged ?? false,
      url: url.flatMap { URL(string: $0) })
    return content
  }
}
