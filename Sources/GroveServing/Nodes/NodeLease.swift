/// A node's lease as the node itself counts it (decision 0033): pure.
///
/// The database gives `length` from when it renews. The node counts from *before* it asked, and takes its lease for over
/// `margin` before that: so there is no moment at which the database thinks a lease over while the node thinks that it lives,
/// as long as their clocks run at about the same pace. Times are milliseconds of a clock that goes on while the process or the
/// machine sleeps.
package struct NodeLease: Hashable, Sendable {
  package static let length: UInt64 = 3000
  package static let margin: UInt64 = 500
  /// It is renewed so often.
  package static let renewedEvery: UInt64 = 1000
  /// The database renews nothing while something that was asked so long ago is not confirmed.
  package static let answersWithin: UInt64 = 1000

  /// What the database answered to a node that wants its lease renewed.
  package enum Answer: Hashable, Sendable {
    case renewed
    /// Not before what was asked is confirmed.
    case held
    /// It has run out there, or was never given.
    case over
  }

  /// Nothing is sent from then on.
  package private(set) var goodUntil: UInt64

  /// - Parameters:
  ///   - askedAt: before the node asked to be registered.
  ///   - now: when it was answered.
  /// - Returns: nil where the answer took longer than the lease is good for.
  package init?(askedAt: UInt64, now: UInt64) {
    goodUntil = Self.end(askedAt)
    guard lives(at: now) else { return nil }
  }

  package func lives(at now: UInt64) -> Bool { now < goodUntil }

  /// Takes what the database answered.
  ///
  /// An answer that comes after the lease was over by this clock is none: a removal may have taken it for over already, and
  /// then did not ask this node.
  ///
  /// - Returns: whether the lease lives on; if not, the node ends its streams and registers anew.
  package mutating func take(_ answer: Answer, askedAt: UInt64, now: UInt64) -> Bool {
    guard lives(at: now), answer != .over else { return false }
    if answer == .renewed { goodUntil = max(goodUntil, Self.end(askedAt)) }
    return true
  }

  private static func end(_ askedAt: UInt64) -> UInt64 { askedAt + length - margin }
}
