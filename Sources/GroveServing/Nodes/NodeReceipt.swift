/// What became of a cut on the other nodes: each of those that were asked has confirmed, or its lease has run out.
package struct NodeReceipt: Hashable, Sendable {
  package var asked = 0
  package var confirmed = 0
  package var expired = 0
  /// Streams that were cut there.
  package var streams = 0

  package init() {}

  /// - Returns: nil while somebody is waited for.
  init?(_ answers: [(isConfirmed: Bool, lives: Bool, streams: Int)]) {
    for answer in answers {
      asked += 1
      streams += answer.streams
      if answer.isConfirmed {
        confirmed += 1
      } else if answer.lives {
        return nil
      } else {
        expired += 1
      }
    }
  }

  static func += (sum: inout NodeReceipt, more: NodeReceipt) {
    sum.asked += more.asked
    sum.confirmed += more.confirmed
    sum.expired += more.expired
    sum.streams += more.streams
  }
}
