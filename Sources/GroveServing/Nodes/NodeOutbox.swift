import Synchronization

/// Groups of streams that have something new, until the other nodes are told: what comes while one message is on its way is
/// in the next one. Bounded: more than fits is “look at everything”.
final class NodeOutbox: Sendable {
  /// PostgreSQL takes 8000 bytes at once (NOTIFY in its manual).
  static let bytesPerWord = 7900
  static let maximumWords = 8
  private static let maximumGroups = 4096

  private let groups = Mutex<Set<String>>([])
  private let isEverything = Mutex(false)
  let calls: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() {
    (calls, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func add(_ group: String) {
    groups.withLock { if $0.count <= Self.maximumGroups { $0.insert(group) } }
    continuation.yield()
  }

  /// Nobody knows what was told last and not heard: every group.
  func addEverything() {
    isEverything.withLock { $0 = true }
    continuation.yield()
  }

  /// What to tell now.
  /// - Parameter sender: in hex, so that it passes its own words over.
  func take(from sender: String) -> [String] {
    let taken = groups.withLock { groups in
      defer { groups = [] }
      return groups
    }
    let isEverything = isEverything.withLock { isEverything in
      defer { isEverything = false }
      return isEverything
    }
    return isEverything ? [NodeWord.everything] : Self.words(taken, from: sender)
  }

  static func words(_ groups: Set<String>, from sender: String) -> [String] {
    guard groups.count <= maximumGroups else { return [NodeWord.everything] }
    let head = NodeWord.moved + sender
    var words: [String] = []
    var word = head
    for group in groups {
      if word.utf8.count + 1 + group.utf8.count > bytesPerWord {
        words.append(word)
        word = head
      }
      word += "\n" + group
    }
    if word != head { words.append(word) }
    return words.count > maximumWords ? [NodeWord.everything] : words
  }
}
