import CollaborationDomain
import GroveIdentity
import GroveServing
import ServiceLifecycle
import Synchronization

/// Which documents have something new for their streams, and where what was told last ended.
final class DocumentTails: Sendable {
  let changes = ChangeSignal<DocumentID>()
  /// Of documents with open streams.
  private let ends = Mutex<[DocumentID: UInt64]>([:])

  func end(of document: DocumentID) -> UInt64? { ends.withLock { $0[document] } }

  /// - Parameter end: nil: nobody streams it any more.
  func setEnd(_ end: UInt64?, of document: DocumentID) {
    ends.withLock { $0[document] = end }
  }

  /// Forgets documents that nobody streams any more and nothing happened in since, when most are such.
  func forget(in live: LiveStreams) {
    ends.withLock { ends in
      guard ends.count > 2 * live.count + 64 else { return }
      ends = ends.filter { live.has($0.key.streamGroup) }
    }
  }
}

/// Reads what is new in a document once and tells it to all its streams (`LiveStreams.tell`).
///
/// Not where other servers write to the same store that are no nodes (decision 0033): their removals end no stream here, so
/// each looks by itself.
struct DocumentTailService: Service {
  /// Documents that are read at the same time.
  private static let atOnce = 16
  private static let maximumEntries = 100

  let core: CollaborationCore

  func run() async throws {
    let changes = core.tails.changes
    changes.setServed(true)
    await cancelWhenGracefulShutdown {
      for await _ in changes.calls {
        core.tails.forget(in: core.live)
        let changed = Array(changes.takeChanged())
        for start in stride(from: 0, to: changed.count, by: Self.atOnce) {
          await withDiscardingTaskGroup { group in
            for document in changed[start...].prefix(Self.atOnce) {
              group.addTask { await tell(document) }
            }
          }
        }
      }
    }
    changes.setServed(false)
    for document in changes.takeChanged() { core.live.wake(group: document.streamGroup) }
  }

  private func tell(_ document: DocumentID) async {
    let group = document.streamGroup
    guard core.live.has(group) else { return core.tails.setEnd(nil, of: document) }
    do {
      // In a lane of its own, so that it does not wait behind thousands of streams that look by themselves.
      let after = core.tails.end(of: document) ?? core.live.place(of: group)?.position
      let looksAtLosses = core.configuration.nodes != nil
      let (end, stretch) = try await core.store.read(for: "tail " + group) { reader in
        try Self.read(document, after: after, looksAtLosses: looksAtLosses, reader)
      }
      core.tails.setEnd(end, of: document)
      guard let stretch, let after else { return core.live.wake(group: group) }
      let now = core.now()
      core.live.tell(
        group: group, except: stretch.doubtful,
        DocumentNews(
          after: after, position: stretch.position, owner: stretch.owner, others: stretch.others,
          presence: core.presence.frame(of: document, at: now), now: now))
    } catch {
      core.live.wake(group: group)
    }
  }

  private struct Stretch: Sendable {
    var position: UInt64
    var owner: [UInt8]
    var others: [UInt8]?
    /// Accounts whose streams look themselves.
    var doubtful: Set<String> = []
  }

  /// - Parameter looksAtLosses: whether the streams of who has lost access look themselves: another node commits that, and
  ///   may die before it asks this one to end them. Not everybody's: that would be two look-ups for each reader and removal.
  /// - Returns: where the log ends now, nil where there is none any more; and what is new, nil where all streams have to
  ///   look themselves: nothing was told before, it is long, there is nothing to read any more, or sharing has ended.
  private static func read(
    _ document: DocumentID, after: UInt64?, looksAtLosses: Bool, _ reader: any CollaborationReader
  ) throws -> (UInt64?, Stretch?) {
    let (last, page) = try UpdateRules.tail(
      of: document, after: after, limit: maximumEntries, reading: reader)
    guard let page, !page.more else { return (last, nil) }
    let lost = looksAtLosses ? page.events.compactMap(\.lost) : []
    if lost.contains(.everyone) { return (last, nil) }
    let hasKnocks = page.events.contains { $0.isForOwner }
    let owner = try text(page.events, page)
    guard owner.count <= DocumentNews.maximumBytes else { return (last, nil) }
    let others = hasKnocks ? try text(page.events.filter { !$0.isForOwner }, page) : nil
    let doubtful = Set(lost.compactMap(\.account?.streamAccount))
    return (
      last, Stretch(position: page.position, owner: owner, others: others, doubtful: doubtful)
    )
  }

  private static func text(_ events: [EventRecord], _ page: EventPage) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for event in events { try DocumentEventText.append(event, names: page.names, to: &bytes) }
    return bytes
  }
}

/// Who was served until an entry of the log, and may not be any more.
private enum LostByEntry: Equatable {
  case one(AccountLabel)
  case everyone

  var account: AccountLabel? { if case .one(let account) = self { account } else { nil } }
}

extension EventRecord {
  fileprivate var lost: LostByEntry? {
    switch kind {
    case .removed(let account?), .left(let account): .one(account)
    case .removed(nil): .everyone
    default: nil
    }
  }
}
