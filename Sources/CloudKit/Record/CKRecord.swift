public import Foundation
import Synchronization

/// A named value with a type and fields, kept in a zone.
///
/// Changes are made to this object and reach the server when it is saved; the object that was saved then says what the
/// server says. It may be used by several tasks.
///
/// - Note: A field's name begins with a letter and has at most 255 letters, digits and underscores of ASCII. Another
///   name is refused with `CKError.invalidArguments` when the record is saved.
// The fields are behind one lock, the rest is constant; subclasses add nothing that is kept.
public class CKRecord: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  public typealias RecordType = String
  public typealias FieldKey = String
  public typealias ID = CKRecordID
  public typealias Reference = CKReference

  /// What becomes of a record when the one that it refers to is deleted.
  public enum ReferenceAction: UInt, Sendable {
    /// It stays, and refers to nothing.
    case none = 0
    /// It is deleted too.
    case deleteSelf = 1
  }

  /// Types that the system names.
  public enum SystemType {
    public static let share: RecordType = "cloudkit.share"
  }

  public let recordType: RecordType
  public let recordID: ID
  let content: Mutex<RecordContent>

  /// A record that was not saved yet.
  public convenience init(recordType: RecordType, recordID: ID = ID()) {
    self.init(type: recordType, id: recordID, RecordContent())
  }

  init(type: RecordType, id: ID, _ content: RecordContent) {
    recordType = type
    recordID = id
    self.content = Mutex(content)
  }

  /// Reads what `encode(with:)` or `encodeSystemFields(with:)` wrote; nil where the coder has neither.
  public required convenience init?(coder: NSCoder) {
    guard let archived = coder.archived(ArchivedRecord.self) else { return nil }
    self.init(type: archived.type, id: archived.id, archived.content)
  }

  // MARK: What the server says

  /// Changes with every change of the record; nil before it was saved.
  public var recordChangeTag: String? { system.changeTag }
  public var creationDate: Date? { system.createdAt.map { Date(timeIntervalSince1970: $0) } }
  public var modificationDate: Date? { system.modifiedAt.map { Date(timeIntervalSince1970: $0) } }
  public var creatorUserRecordID: ID? { system.creator.map { ID(recordName: $0) } }
  public var lastModifiedUserRecordID: ID? { system.modifier.map { ID(recordName: $0) } }
  /// The share that this record is the root of.
  public var share: Reference? { content.withLock(\.share) }

  private var system: RecordSystemFields { content.withLock(\.system) }

  /// The record this one hangs below: it is shared with that one. Its action is `none`, whatever is given.
  public var parent: Reference? {
    get { content.withLock(\.parent) }
    set {
      content.withLock {
        $0.parent = newValue.map { Reference(recordID: $0.recordID) }
        $0.isParentChanged = true
      }
    }
  }

  public func setParent(_ parentRecord: CKRecord?) { setParent(parentRecord?.recordID) }

  public func setParent(_ parentRecordID: ID?) {
    parent = parentRecordID.map { Reference(recordID: $0) }
  }

  // MARK: Fields

  public func object(forKey key: FieldKey) -> (any CKRecordValueProtocol)? {
    content.withLock { $0.fields[key] }?.value
  }

  public func setObject(_ object: (any CKRecordValueProtocol)?, forKey key: FieldKey) {
    let value = object.map { FieldContent($0) }
    content.withLock { $0.set(value, for: key) }
  }

  public func allKeys() -> [FieldKey] { content.withLock { $0.fields.keys.sorted() } }

  public func changedKeys() -> [FieldKey] { content.withLock { $0.changed.sorted() } }

  // MARK: Copies

  /// A record of its own with the same fields, changes and system fields.
  public func copy(with zone: NSZone? = nil) -> Any {
    CKRecord(type: recordType, id: recordID, content.withLock(\.self))
  }

  public override var description: String {
    "<\(type(of: self)) \(recordType) \(recordID) \(recordChangeTag ?? "not saved")>"
  }

  public class var supportsSecureCoding: Bool { true }

  /// All of it; of files it is where they are.
  public func encode(with coder: NSCoder) {
    coder.archive(ArchivedRecord(self, hasFields: true))
  }

  /// Everything but the fields, for keeping it beside an app's own data. The record that is read from it has no fields
  /// and no changes; fields that are then set are saved under its change tag.
  public func encodeSystemFields(with coder: NSCoder) {
    coder.archive(ArchivedRecord(self, hasFields: false))
  }
}

extension CKRecord: CKRecordKeyValueSetting {}
