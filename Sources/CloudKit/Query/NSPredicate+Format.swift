public import Foundation
import Synchronization

/// Predicates from text, which this platform's Foundation cannot make. They are for queries: `CKQuery` says what is
/// answered, and evaluating one is false.
extension NSPredicate {
  /// Such as `NSPredicate(format: "title BEGINSWITH %@ AND count > %d", "B", 3)`. A text that is not answered makes a
  /// predicate too: whoever asks with it gets `CKError.invalidArguments` with the reason.
  /// - Parameter arguments: for `%@` a text, number, date, record, record's identifier, reference, or a list of these;
  ///   for `%K` a field's name; for `%d` and its like a number.
  public convenience init(format predicateFormat: String, _ arguments: Any...) {
    self.init(PredicateParser.tree(predicateFormat, arguments))
  }

  public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) {
    self.init(PredicateParser.tree(predicateFormat, arguments ?? []))
  }

  /// Nobody can make a subclass of `NSPredicate` that its initialisers return: a block that knows its tree can be asked.
  convenience init(_ tree: PredicateTree) {
    self.init(block: { object, _ in
      (object as? PredicateProbe)?.note(tree)
      return false
    })
  }

  /// What it says; refused where it was made of a block.
  var tree: PredicateTree {
    if let compound = self as? NSCompoundPredicate { return compound.joined }
    if self == NSPredicate(value: true) { return .constant(true) }
    // This platform's copy of several joined ones is such a one, and asking with it would find nothing and not say so.
    if self == NSPredicate(value: false) {
      return .refused("A copy of joined predicates says nothing; a false one is FALSEPREDICATE.")
    }
    let probe = PredicateProbe()
    _ = evaluate(with: probe)
    return probe.tree
      ?? .refused("A query's predicate is made from text: what a block does is not known.")
  }
}

extension NSCompoundPredicate {
  fileprivate var joined: PredicateTree {
    let parts = subpredicates.map(\.tree)
    switch compoundPredicateType {
    case .and: return .all(parts)
    case .not: return parts.first.map { .not($0) } ?? .refused("NOT has nothing behind it.")
    case .or where parts.count == 1: return parts[0]
    case .or:
      return .refused(PredicateParser.orSentence)
    }
  }
}

/// What a predicate is evaluated with in order to learn what it says.
private final class PredicateProbe: NSObject, Sendable {
  private let told = Mutex<PredicateTree?>(nil)

  var tree: PredicateTree? { told.withLock(\.self) }

  func note(_ tree: PredicateTree) { told.withLock { $0 = tree } }
}
