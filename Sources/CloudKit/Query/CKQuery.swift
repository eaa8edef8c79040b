public import Foundation
import GroveWire

/// Asks for records of one type that fulfil a predicate.
///
/// A predicate is made from text (`NSPredicate(format:)`) or is `NSPredicate(value: true)`; several are joined by AND,
/// and NOT goes before one comparison. Comparisons are `=`, `!=`, `<`, `<=`, `>`, `>=`, `BETWEEN`, `BEGINSWITH`, `IN`,
/// and for lists `CONTAINS`, `%@ IN list` and `ANY`; keys are fields, `recordID`, `parent`, `creationDate`,
/// `modificationDate`, `creatorUserRecordID` and `lastModifiedUserRecordID`. Texts are compared exactly, case included.
/// Every field can be asked for and sorted by: nothing is prepared. All else is refused with
/// `CKError.invalidArguments`, and a sentence that says why.
// What apps set, they set before they ask; the rest is constant.
public final class CKQuery: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  public let recordType: CKRecord.RecordType
  public let predicate: NSPredicate
  /// The first counts first; nil: in no order that is known. Records without a field come last.
  public var sortDescriptors: [NSSortDescriptor]?

  public init(recordType: CKRecord.RecordType, predicate: NSPredicate) {
    self.recordType = recordType
    self.predicate = predicate
  }

  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = CKQuery(recordType: recordType, predicate: predicate)
    copy.sortDescriptors = sortDescriptors
    return copy
  }

  public override var description: String { "<CKQuery \(recordType)>" }

  // MARK: Archives

  public static var supportsSecureCoding: Bool { true }

  /// Reads the app's own archive; nil where what was archived is asked nowhere here.
  public convenience init?(coder: NSCoder) {
    guard let archived = coder.archived(ArchivedQuery.self) else { return nil }
    self.init(recordType: archived.type, predicate: NSPredicate(archived.tree))
    sortDescriptors = archived.sort?.map { NSSortDescriptor(key: $0.key, ascending: $0.ascends) }
  }

  /// What cannot be asked leaves nothing in the archive.
  public func encode(with coder: NSCoder) {
    guard let archived = try? ArchivedQuery(self) else { return }
    coder.archive(archived)
  }
}

extension CKQuery {
  /// - Throws: `invalidArguments` for what no server here answers.
  func sorts() throws(CKError) -> [RecordSort] {
    var sorts: [RecordSort] = []
    for descriptor in sortDescriptors ?? [] {
      guard let key = descriptor.sortedKey else {
        throw CKError(
          .invalidArguments, "What is sorted by is a key: NSSortDescriptor(key:ascending:).")
      }
      let metadata = QueryTerm.metadata[key]
      guard
        metadata.map({ [.name, .createdAt, .modifiedAt].contains($0) }) ?? WireNames.isField(key)
      else {
        throw CKError(.invalidArguments, "Records are sorted by fields, dates and names.")
      }
      sorts.append(
        RecordSort(
          field: metadata == nil ? key : nil, metadata: metadata,
          isDescending: !descriptor.ascending))
    }
    return sorts
  }
}

/// A query in an archive of its app.
private struct ArchivedQuery: Codable {
  struct Term: Codable {
    var key: String
    var comparison: RecordCondition.Comparison
    var values: [ArchivedField]
    var isOfAnyElement: Bool
    var isNegated: Bool
  }

  struct Sort: Codable {
    var key: String
    var ascends: Bool
  }

  var type: String
  var terms: [Term]
  var isNever: Bool
  var sort: [Sort]?

  init(_ query: CKQuery) throws(CKError) {
    let plan = try query.predicate.tree.plan()
    _ = try query.sorts()
    type = query.recordType
    isNever = plan.isNever
    terms = plan.terms.map {
      Term(
        key: $0.key, comparison: $0.comparison, values: $0.values.map { ArchivedField($0) },
        isOfAnyElement: $0.isOfAnyElement, isNegated: $0.isNegated)
    }
    sort = query.sortDescriptors?.compactMap { descriptor in
      descriptor.sortedKey.map { Sort(key: $0, ascends: descriptor.ascending) }
    }
  }

  var tree: PredicateTree {
    let parts = terms.map { term in
      PredicateTree.term(
        QueryTerm(
          key: term.key, comparison: term.comparison, values: term.values.map(\.content),
          isOfAnyElement: term.isOfAnyElement, isNegated: term.isNegated))
    }
    return .all(parts + (isNever ? [.constant(false)] : []))
  }
}
