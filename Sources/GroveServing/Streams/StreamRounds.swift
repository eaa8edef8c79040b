import Synchronization

/// News, and the streams of one loop that are told them.
struct StreamRound: Sendable {
  var streams: [LiveStream]
  var doubtful: Set<String>
  var news: any StreamNews

  func tell(_ stream: LiveStream) {
    if doubtful.contains(stream.account) { stream.wake() } else { stream.tell(news) }
  }

  /// The later has the streams of both: who has come between the two looks by itself, and who has gone is told nothing.
  mutating func join(_ next: StreamRound) -> Bool {
    guard let both = news.joined(with: next.news) else { return false }
    self = StreamRound(
      streams: next.streams, doubtful: doubtful.union(next.doubtful), news: both)
    return true
  }
}

/// What is told next while a loop still tells a group's streams something: joined, so that each stream is written to once in
/// a round, however fast news come.
///
/// The plain way was to tell each by itself. With 4000 streams and news faster than their writing, every entry was a
/// write of its own to each, and all came later and later.
final class StreamRounds: Sendable {
  struct Key: Hashable {
    let group: String
    let loop: ObjectIdentifier
  }

  /// Rounds that wait and cannot be joined, because they are large.
  private static let longest = 4

  /// Of those that are being told, or are going to be.
  private let waiting = Mutex<[Key: [StreamRound]]>([:])

  /// - Returns: whether to begin: nothing of the group is being told there.
  func add(_ round: StreamRound, to key: Key) -> Bool {
    waiting.withLock { waiting in
      guard var rounds = waiting.removeValue(forKey: key) else {
        waiting[key] = [round]
        return true
      }
      if rounds.isEmpty || !rounds[rounds.count - 1].join(round) { rounds.append(round) }
      if rounds.count > Self.longest {
        rounds = [StreamRound(streams: round.streams, doubtful: [], news: TooMuchNews())]
      }
      waiting[key] = rounds
      return false
    }
  }

  /// The next round; nil where nothing is told.
  func take(from key: Key) -> StreamRound? {
    waiting.withLock { waiting in
      guard let rounds = waiting[key], let first = rounds.first else { return nil }
      waiting[key] = Array(rounds.dropFirst())
      return first
    }
  }

  /// A round is over.
  /// - Returns: whether another waits; where not, the next that is added begins anew.
  func goesOn(_ key: Key) -> Bool {
    waiting.withLock { waiting in
      if waiting[key]?.isEmpty == true { waiting[key] = nil }
      return waiting[key] != nil
    }
  }
}

/// In the place of more than is kept for whoever is told later: each looks by itself, as far as its reader takes it.
private struct TooMuchNews: StreamNews {
  func piece(for place: StreamPlace) -> StreamPiece { .look }
  func joined(with next: any StreamNews) -> (any StreamNews)? { self }
}
