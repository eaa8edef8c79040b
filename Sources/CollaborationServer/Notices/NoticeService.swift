import CollaborationDomain
import GroveIdentity
import GroveServing
import Logging
import ServiceLifecycle

/// Tells participants what others did (protocol 12.8): makes the notices that are due, posts them, and
/// tries again what failed. What it has not done when it ends waits in the store.
struct NoticeService: Service {
  /// Notices on their way to one relay: more would be its own people's denial of service.
  static let perRelay = 8
  /// Notices on their way at all.
  static let atOnce = 256
  /// Milliseconds after which it looks again at the latest while something waits.
  static let longestSleep: UInt64 = 1000

  private let core: CollaborationCore
  private let logger: Logger
  private let work = NoticesInFlight(limit: Self.atOnce)

  init(core: CollaborationCore, logger: Logger) {
    self.core = core
    self.logger = logger
  }

  func run() async throws {
    let post = NoticePost(core: core, logger: logger)
    await cancelWhenGracefulShutdown {
      await withDiscardingTaskGroup { group in
        core.noticeCalls.call()
        for await _ in core.noticeCalls.calls { await pass(post, &group) }
      }
    }
    await post.close()
  }

  private func pass(_ post: NoticePost, _ group: inout DiscardingTaskGroup) async {
    do {
      let events = try await look().events
      for event in events { try await spread(event) }
      let survey = try await look()
      for due in survey.due where work.begin(due.notice.key) {
        group.addTask { await send(due, by: post) }
      }
      // More than one look takes in are there already.
      if !survey.events.isEmpty { core.noticeCalls.call() }
      callAgain(at: survey.next, &group)
    } catch {
      logger.warning(
        "Notices were not looked through",
        metadata: ["error": "\(String(reflecting: type(of: error)))"])
      callAgain(at: core.now() + Self.longestSleep, &group)
    }
  }

  private func look() async throws -> NoticeRules.Survey {
    let (now, busy) = (core.now(), work.busy)
    return try await core.store.read {
      try NoticeRules.survey(at: now, perRelay: Self.perRelay, busy: busy, reading: $0)
    }
  }

  private func spread(_ event: NoticeEvent.Key) async throws {
    let noticeID = NoticeID(unchecked: core.random(NoticeID.byteCount))
    let now = core.now()
    while try await core.store.change({
      try NoticeRules.spread(event, as: noticeID, at: now, reading: $0)
    }) {}
  }

  /// - Parameter time: milliseconds since 1970; nil: nothing waits for its time.
  private func callAgain(at time: UInt64?, _ group: inout DiscardingTaskGroup) {
    let now = core.now()
    let known = time.map { min($0 > now ? $0 - now : 0, Self.longestSleep) }
    // Another server on the same store may have written something.
    let others = core.configuration.looksAgainEvery.map(\.wholeMilliseconds)
    guard let wait = known ?? others else { return }
    core.noticeCalls.call(after: wait, in: &group)
  }

  private func send(_ due: NoticeRules.DueNotice, by post: NoticePost) async {
    let delivery = due.isMuted ? .refused : await post.deliver(due)
    // What was broken off because the server ends is tried when it starts.
    guard !Task.isCancelled else { return }
    do {
      let now = core.now()
      try await core.store.change {
        try NoticeRules.note(delivery, of: due.notice, at: now, reading: $0)
      }
    } catch {
      // It may be sent once more; its identifier says that it is the same.
      logger.warning(
        "A notice was sent and not struck off",
        metadata: ["error": "\(String(reflecting: type(of: error)))"])
      try? await Task.sleep(for: .milliseconds(Self.longestSleep))
    }
    work.end(due.notice.key)
    core.noticeCalls.call()
  }
}

extension Duration {
  fileprivate var wholeMilliseconds: UInt64 {
    UInt64(clamping: components.seconds) * 1000
      + UInt64(clamping: components.attoseconds / 1_000_000_000_000_000)
  }
}
