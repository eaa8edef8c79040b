import Foundation
import GroveWire

/// A field, an operator of a predicate's text, and a value: what it is to the server.
struct PredicateComparison {
  private typealias Refusal = PredicateScanner.Refusal

  private let key: String
  private let sign: String
  private let value: FieldContent
  /// The value stands on the left.
  private var isTurned = false

  init(_ key: String, _ sign: String, _ value: FieldContent) {
    (self.key, self.sign, self.value) = (key, sign, value)
  }

  init(_ value: FieldContent, _ sign: String, of key: String) {
    (self.key, self.sign, self.value, isTurned) = (key, sign, value, true)
  }

  private static let orders: [String: RecordCondition.Comparison] = [
    "=": .equal, "==": .equal, "!=": .notEqual, "<>": .notEqual, "<": .less, "<=": .lessOrEqual,
    "=<": .lessOrEqual, ">": .greater, ">=": .greaterOrEqual, "=>": .greaterOrEqual,
  ]
  private static let mirrored: [RecordCondition.Comparison: RecordCondition.Comparison] = [
    .less: .greater, .lessOrEqual: .greaterOrEqual, .greater: .less, .greaterOrEqual: .lessOrEqual,
  ]

  func term(isAny: Bool) throws(PredicateScanner.Refusal) -> QueryTerm {
    if let order = Self.orders[sign] {
      let comparison = isTurned ? Self.mirrored[order] ?? order : order
      return try made(comparison, [value], isAny)
    }
    switch sign {
    case "IN" where isTurned: return try made(.equal, [value], true)
    case "IN": return try made(.oneOf, try list(), isAny)
    case "CONTAINS" where !isTurned && !isAny: return try made(.equal, [value], true)
    case "BEGINSWITH" where !isTurned: return try made(.beginsWith, [value], isAny)
    case "BETWEEN" where !isTurned:
      let bounds = try list()
      guard bounds.count == 2 else {
        throw Refusal(sentence: "BETWEEN has two values, the lower one first.")
      }
      return try made(.between, bounds, isAny)
    case "ENDSWITH", "LIKE", "MATCHES":
      throw Refusal(sentence: "Texts are found by their beginning: \(sign) is not asked here.")
    default: throw Refusal(sentence: "A predicate's text cannot be read.")
    }
  }

  private func list() throws(PredicateScanner.Refusal) -> [FieldContent] {
    guard case .list(let values) = value else {
      throw Refusal(sentence: "\(sign) is followed by a list of values.")
    }
    return values
  }

  private func made(
    _ comparison: RecordCondition.Comparison, _ values: [FieldContent], _ isAny: Bool
  ) throws(PredicateScanner.Refusal) -> QueryTerm {
    guard WireNames.isField(key) else {
      throw Refusal(sentence: "A field's name is letters, digits and underscores.")
    }
    for value in values {
      switch value {
      case .text, .integer, .number, .time, .reference: break
      default:
        throw Refusal(
          sentence: "Fields are compared with texts, numbers, dates and references to records.")
      }
    }
    return QueryTerm(key: key, comparison: comparison, values: values, isOfAnyElement: isAny)
  }
}
