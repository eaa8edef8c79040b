import Synchronization

/// Groups of streams that have something new, and what is told itself, until the other nodes are told: what comes while one
/// message is on its way is in the next one. Bounded: more groups than fit are “look at everything”, and more lines are lost.
final class NodeOutbox: Sendable {
  /// PostgreSQL takes 8000 bytes at once (NOTIFY in its manual).
  static let bytesPerWord = 7900
  static let maximumWords = 8
  static let maximumLines = 1024
  private static let maximumGroups = 4096

  private struct State {
    var groups: Set<String> = []
    var isEverything = false
    var lines: [String] = []
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

  /// - Parameter line: without a line break. What is longer than a word is not told.
  func addLine(_ line: String) {
    guard line.utf8.count <= Self.bytesPerWord - 64 else { return }
    state.withLock { if $0.lines.count < Self.maximumLines { $0.lines.append(line) } }
    continuation.yield()
  }

  /// Nobody knows what was told last and not heard: every group.
  func addEverything() {
    state.withLock { $0.isEverything = true }
    continuation.yield()
  }

  /// What to tell now.
  /// - Parameter sender: in hex, so that it passes its own words over.
  func take(from sender: String) -> [String] {
    let taken = state.withLock { state in
      defer { state = State() }
      return state
    }
    let groups =
      taken.isEverything ? [NodeWord.everything] : Self.words(taken.groups, from: sender)
    return groups + Self.packed(taken.lines, behind: NodeWord.told + sender)
  }

  static func words(_ groups: Set<String>, from sender: String) -> [String] {
    guard groups.count <= maximumGroups else { return [NodeWord.everything] }
    let words = packed(groups, behind: NodeWord.moved + sender)
    return words.count > maximumWords ? [NodeWord.everything] : words
  }

  private static func packed(_ lines: some Sequence<String>, behind head: String) -> [String] {
    var words: [String] = []
    var word = head
    for line in lines {
      if word.utf8.count + 1 + line.utf8.count > bytesPerWord {
        words.append(word)
        word = head
      }
      word += "\n" + line
    }
    if word != head { words.append(word) }
    return words
  }
}
