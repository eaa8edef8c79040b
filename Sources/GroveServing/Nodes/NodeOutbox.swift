import Synchronization

/// Groups of streams that have something new, until the other nodes are told: what comes while one message is on its way is
/// in the next one. Bounded: more than fits is “look at everything”.
final class NodeOutbox: Sendable {
  /// PostgreSQL takes 8000 bytes at once (NOTIFY in its manual).
  static let bytesPerWord = 7900
  static let maximumWords = 8
  private static let maximumGroups = 4096
  private static let maximumNews = 1024

  private struct State {
    var groups: Set<String> = []
    /// What is told itself, by what it is about: the newest takes the place of what was not told yet.
    var news: [String: String] = [:]
  }

  private let state = Mutex(State())
  let calls: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() {
    (calls, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func add(_ group: String) {
    state.withLock { if $0.groups.count <= Self.maximumGroups { $0.groups.insert(group) } }
    continuation.yield()
  }

  /// - Parameter text: of one message; more than fits is not told.
  func put(_ text: String, about key: String) {
    guard text.utf8.count <= Self.bytesPerWord - 64 else { return }
    state.withLock { state in
      if state.news.count < Self.maximumNews || state.news[key] != nil { state.news[key] = text }
    }
    continuation.yield()
  }

  /// What to tell now.
  /// - Parameter sender: in hex, so that it passes its own words over.
  func take(from sender: String) -> [String] {
    let taken = state.withLock { state in
      defer { state = State() }
      return state
    }
    return Self.words(taken.groups, from: sender)
      + taken.news.values.map { NodeWord.told + sender + "\n" + $0 }
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
