import Foundation

/// Everything that a record is, apart from its name and type: one value behind one lock.
struct RecordContent: Sendable {
  var fields: [String: FieldContent] = [:]
  /// The fields that were set here since the record came from the server or was made.
  var changed: Set<String> = []
  /// The fields as the server had them; nil where the record was made here, or from its system fields only.
  var fetched: [String: FieldContent]?
  var system = RecordSystemFields()
  var parent: CKReference?
  var isParentChanged = false
  var share: CKReference?
  /// Of a share.
  var terms: ShareContent?

  mutating func set(_ value: FieldContent?, for key: String) {
    fields[key] = value
    changed.insert(key)
  }
}

/// What the server says of a record.
struct RecordSystemFields: Hashable, Sendable, Codable {
  var changeTag: String?
  /// Names of the container; one's own is `CKCurrentUserDefaultName`.
  var creator: String?
  /// Seconds since 1970.
  var createdAt: Double?
  var modifier: String?
  var modifiedAt: Double?
}

/// What a record of the type `cloudkit.share` says beside its fields.
struct ShareContent: Hashable, Sendable {
  /// What is shared; nil where it is the whole zone, or not known here.
  var root: CKReference?
  var publicPermission = CKShare.ParticipantPermission.none
  /// Whether those who were invited may only look.
  var isReadOnly = false
  /// Whether the server is to be told: of one that was not saved yet, or was changed.
  var isChanged = false
  /// Its link, once it was saved.
  var url: URL?
  var participants: [CKShareParticipant] = []
}
