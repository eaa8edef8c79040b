public import Foundation

/// What holds fields by their names.
///
/// Two subscripts serve: one gives back what is there, the other what is there as a type. Numbers are every type that
/// holds them.
public protocol CKRecordKeyValueSetting: NSObjectProtocol {
  func object(forKey key: CKRecord.FieldKey) -> (any CKRecordValueProtocol)?
  /// - Parameter object: nil removes the field when the record is saved.
  func setObject(_ object: (any CKRecordValueProtocol)?, forKey key: CKRecord.FieldKey)
  func allKeys() -> [CKRecord.FieldKey]
  /// The fields that were set since the record was fetched or saved.
  func changedKeys() -> [CKRecord.FieldKey]
}

extension CKRecordKeyValueSetting {
  /// What is there, as a type; nil where it is of another.
  public subscript<Value: CKRecordValueProtocol>(key: CKRecord.FieldKey) -> Value? {
    get { object(forKey: key) as? Value }
    set { setObject(newValue, forKey: key) }
  }

  public subscript(key: CKRecord.FieldKey) -> (any CKRecordValueProtocol)? {
    get { object(forKey: key) }
    set { setObject(newValue, forKey: key) }
  }
}
