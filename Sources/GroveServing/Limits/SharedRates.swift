import GroveIdentity
import GroveWire
import Synchronization

/// The rates of all nodes together (decision 0033): a rate is what an address or a caller may do at the whole server,
/// whichever node answers.
///
/// A node answers from its own buckets, at once and without asking anybody. What it takes from a bucket that is less than
/// half full it tells the others four times a second, and they take as much from theirs. So nothing is told of what people
/// do, and a program that asks all of `n` nodes as fast as they answer has half a burst of each for its own, shares the
/// other half, and then one node's rate; and what is taken between two tellings. What is not heard counts at one node only.
package final class SharedRates: Sendable {
  /// What nodes tell each other. The names say nothing to whoever reads along (`Nodes.alias`).
  struct News: Hashable, Sendable, Codable {
    struct Taken: Hashable, Sendable, Codable {
      /// Which rate.
      var of: String
      /// How often, by the name of the address or caller.
      var by: [String: Int]
    }

    var rates: Taken
  }

  /// So many names are in one line, which fits into a message between nodes.
  static let namesPerLine = 100
  /// So many names are told at once; the others with the next telling.
  static let namesAtOnce = 1000

  private let limiters = Mutex<[String: RateLimiter]>([:])
  private let alias: @Sendable (String) -> String

  /// - Parameter alias: a name that is the same at every node.
  init(alias: @escaping @Sendable (String) -> String) {
    self.alias = alias
  }

  func add(_ limiter: RateLimiter, named name: String) {
    limiters.withLock { $0[name] = limiter }
  }

  func alias(of key: String) -> String { alias(key) }

  /// What to tell the others now.
  func takeUntold() -> [News] {
    limiters.withLock { $0 }.sorted { $0.key < $1.key }.flatMap { name, limiter in
      let taken = limiter.takeUntold(upTo: Self.namesAtOnce).map { (alias($0), $1) }
      return stride(from: 0, to: taken.count, by: Self.namesPerLine).map { start in
        let part = taken[start..<min(start + Self.namesPerLine, taken.count)]
        return News(rates: .init(of: name, by: Dictionary(uniqueKeysWithValues: part)))
      }
    }
  }

  /// - Returns: false where another node tells something else.
  func heard(_ line: String) -> Bool {
    guard line.hasPrefix("{\"rates\":"),
      let news = try? StrictJSON.decode(News.self, from: Array(line.utf8))
    else { return false }
    limiters.withLock { $0[news.rates.of] }?.heard(news.rates.by)
    return true
  }
}
