import Foundation
import GroveIdentity
import GroveWire

/// A query on its way to the server.
struct QueryDraft: Sendable {
  /// nil where nothing can fulfil it: the server is not asked.
  var body: QueryRecords?

  /// - Parameter zone: nil for all zones; a query for references looks in theirs.
  /// - Throws: `invalidArguments` with the reason, `zoneNotFound`.
  init(_ query: CKQuery, in zone: CKRecordZoneID?, at place: DatabasePlace) throws(CKError) {
    guard WireNames.isType(query.recordType) else {
      throw CKError(.invalidArguments, "A type is letters, digits and underscores.")
    }
    let plan = try query.predicate.tree.plan()
    let sort = try query.sorts()
    var address: RecordZonePlace?
    if let zone { address = try place.zone(zone) }
    let named = try Self.referred(plan, place)
    if address == nil, let only = named { address = only }
    guard named == nil || named == address else {
      throw CKError(.invalidArguments, "A query refers to records of the zone it looks in.")
    }
    guard place.scope != .shared || address != nil else {
      throw CKError(.invalidArguments, "The shared database is asked zone by zone.")
    }
    guard !plan.isNever else { return }
    var conditions: [RecordCondition] = []
    for term in plan.terms { conditions.append(try term.condition(at: place)) }
    body = QueryRecords(
      scope: place.scope, owner: address?.owner, zone: address?.name, type: query.recordType,
      conditions: conditions, sort: sort)
  }

  /// The zone of the records that a query refers to; nil where it refers to none. In another zone nothing can refer to
  /// them, so that looking there alone finds all, but what does *not* refer to them is everywhere.
  private static func referred(_ plan: QueryPlan, _ place: DatabasePlace) throws(CKError)
    -> RecordZonePlace?
  {
    var found: RecordZonePlace?
    for term in plan.terms where !term.isOfPeople {
      for case .reference(let target) in term.values {
        let zone = try place.zone(target.recordID.zoneID)
        guard found == nil || found == zone else {
          throw CKError(.invalidArguments, "A query refers to records of one zone.")
        }
        found = zone
      }
    }
    return found
  }
}

extension QueryTerm {
  /// Compares who made or changed a record.
  fileprivate var isOfPeople: Bool {
    [.creator, .modifier].contains(Self.metadata[key])
  }

  fileprivate func condition(at place: DatabasePlace) throws(CKError) -> RecordCondition {
    var elements: [RecordListElement] = []
    for value in values {
      elements.append(isOfPeople ? try person(value, place) : try element(value))
    }
    let metadata = Self.metadata[key]
    return RecordCondition(
      field: metadata == nil ? key : nil, metadata: metadata, comparison, elements,
      ofAnyElement: isOfAnyElement ? true : nil, isNegated: isNegated ? true : nil)
  }

  /// Of a person records keep the name that the container gives them.
  private func person(_ value: FieldContent, _ place: DatabasePlace) throws(CKError)
    -> RecordListElement
  {
    let name: String
    switch value {
    case .text(let text): name = text
    case .reference(let target): name = target.recordID.recordName
    default: throw CKError(.invalidArguments, "A person is named by a user's record.")
    }
    var element = RecordListElement()
    element.text = name == CKCurrentUserDefaultName ? place.user : name
    return element
  }

  private func element(_ value: FieldContent) throws(CKError) -> RecordListElement {
    var element = RecordListElement()
    switch value {
    // The name of a record, as a text, is one of its zone.
    case .text(let text) where [.name, .parent].contains(Self.metadata[key]):
      element.reference = RecordReferenceValue(record: text, deletesSelf: false)
    case .text(let text): element.text = text
    case .integer(let number): element.integer = String(number)
    case .number(let number) where number.isFinite: element.number = number
    case .time(let time): element.time = try FieldContent.milliseconds(time)
    case .reference(let target):
      element.reference = RecordReferenceValue(
        record: target.recordID.recordName, deletesSelf: target.action == .deleteSelf)
    default: throw CKError(.invalidArguments, "A field is compared with what no field can hold.")
    }
    return element
  }
}
