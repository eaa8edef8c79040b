import Foundation
import GroveWire

/// One comparison of a query, as the server answers it.
struct QueryTerm: Hashable, Sendable {
  /// A field of the record, or what every record has: `creationDate`, `recordID` and so on.
  var key: String
  var comparison: RecordCondition.Comparison
  var values: [FieldContent]
  /// The key is a list, and any of its elements is to fulfil it.
  var isOfAnyElement = false
  var isNegated = false

  /// What a record has beside its fields, by the names that predicates use.
  static let metadata: [String: RecordMetadata] = [
    "recordID": .name, "recordName": .name, "parent": .parent, "creatorUserRecordID": .creator,
    "lastModifiedUserRecordID": .modifier, "creationDate": .createdAt,
    "modificationDate": .modifiedAt,
  ]
}

/// What a predicate asks for.
struct QueryPlan: Hashable, Sendable {
  /// All of them hold.
  var terms: [QueryTerm] = []
  /// Nothing fulfils it, whatever is there.
  var isNever = false
}

/// What a predicate says, as a value.
indirect enum PredicateTree: Hashable, Sendable {
  case constant(Bool)
  case term(QueryTerm)
  case all([PredicateTree])
  case not(PredicateTree)
  /// What no server here answers, and why.
  case refused(String)

  /// - Throws: `invalidArguments` with the reason.
  func plan() throws(CKError) -> QueryPlan {
    var plan = QueryPlan()
    try add(to: &plan, isNegated: false)
    return plan
  }

  private func add(to plan: inout QueryPlan, isNegated: Bool) throws(CKError) {
    switch self {
    case .constant(let holds): if holds == isNegated { plan.isNever = true }
    case .term(var term):
      guard !isNegated || term.comparison != .between else {
        throw Self.refusal("NOT does not go before BETWEEN.")
      }
      if isNegated { term.isNegated.toggle() }
      plan.terms.append(term)
    case .all(let parts):
      guard !isNegated || parts.count == 1 else {
        throw Self.refusal("NOT goes before one comparison, not before several joined by AND.")
      }
      for part in parts { try part.add(to: &plan, isNegated: isNegated) }
    case .not(let part): try part.add(to: &plan, isNegated: !isNegated)
    case .refused(let sentence): throw Self.refusal(sentence)
    }
  }

  private static func refusal(_ sentence: String) -> CKError {
    CKError(.invalidArguments, sentence)
  }
}
