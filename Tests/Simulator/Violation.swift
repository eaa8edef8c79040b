/// Something that must always hold did not (docs/INVARIANTS.md), with what is needed to see it again.
public struct Violation: Error, Hashable, Sendable, CustomStringConvertible {
  /// The row of docs/INVARIANTS.md.
  public let invariant: Int
  public let what: String
  /// Of the world it happened in; nil until the simulation has added it.
  public internal(set) var seed: UInt64?
  /// Steps of that world, from 1 on.
  public internal(set) var step: Int?

  init(_ invariant: Int, _ what: String) {
    self.invariant = invariant
    self.what = what
  }

  public var description: String {
    "invariant \(invariant): \(what) (world \(seed ?? 0), step \(step ?? 0))"
  }
}

/// - Throws: the violation where `isSo` is false.
func hold(_ invariant: Int, _ isSo: Bool, _ what: @autoclosure () -> String) throws(Violation) {
  guard isSo else { throw Violation(invariant, what()) }
}
