import Synchronization

/// Goes through the fields of a record in the order of their names.
public struct CKRecordKeyValueIterator: IteratorProtocol {
  public typealias Element = (CKRecord.FieldKey, any CKRecordValueProtocol)

  private var rest: [Element].Iterator

  init(_ fields: [Element]) { rest = fields.makeIterator() }

  public mutating func next() -> Element? { rest.next() }
}

extension CKRecord: Sequence {
  /// The fields as they are now; what is set meanwhile is not met.
  public func makeIterator() -> CKRecordKeyValueIterator {
    let fields = content.withLock(\.fields)
    return CKRecordKeyValueIterator(
      fields.sorted { $0.key < $1.key }.compactMap { key, field in
        field.value.map { (key, $0) }
      })
  }
}
