/// The first half of a change in two (“expand and contract”), for steps that take away what servers of the version before name:
/// it brings what the steps bring, keeps what those servers name beside it, and makes the one follow the other. So both
/// versions work on the schema side by side.
///
/// A schema that is made anew has the steps themselves: nobody has worked on it before. The next version contracts what this
/// one has expanded.
struct PostgresExpansion: Sendable {
  /// Names of the steps.
  let steps: [String]
  /// SQL text that takes away what is kept, after which the schema is as the steps make it.
  let contraction: String

  /// Written down as the steps, whose names keep off who does not know them.
  fileprivate var contracting: [PostgresMigration] {
    steps.enumerated().map { PostgresMigration($1, $0 == 0 ? contraction : "") }
  }
}

extension [PostgresMigration] {
  /// What a schema lacks, in its order.
  ///
  /// - Parameters:
  ///   - applied: names of what it has.
  ///   - isAlone: nobody else works on it: nothing is expanded, and what was is contracted.
  func missing(after applied: Set<String>, isAlone: Bool) -> [PostgresMigration] {
    var missing: [PostgresMigration] = []
    var expanded: Set<String> = []
    for step in self {
      guard let expansion = step.expansion else {
        if !applied.union(expanded).contains(step.name) { missing.append(step) }
        continue
      }
      let isThere = applied.contains(step.name)
      guard !applied.isEmpty, applied.isDisjoint(with: expansion.steps), isThere || !isAlone else {
        continue
      }
      expanded.formUnion(expansion.steps)
      if isAlone { missing += expansion.contracting } else if !isThere { missing.append(step) }
    }
    return missing
  }
}
