import GroveClient
import GroveIdentity
import GroveMessage
public import GroveSystem
import GroveWire

extension Messenger {
  /// Keeps this device connected until the calling task is cancelled: receives, sends, and does what
  /// comes due. One at a time.
  ///
  /// - Throws: `deviceRemoved`, `storeUnavailable`, `folderUnusable`: what waiting does not change.
  public func run() async throws(MessengerError) {
    let (signal, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    wake = continuation
    defer {
      wake = nil
      continuation.finish()
    }
    do {
      try await withThrowingDiscardingTaskGroup { group in
        group.addTask { try await self.receiveLoop() }
        group.addTask { try await self.sendLoop(signal) }
        group.addTask { try await self.maintainLoop() }
        group.addTask { try await self.sharingLoop() }
        group.addTask { try await self.ownDevicesLoop() }
      }
    } catch {
      let error = Self.translated(error)
      guard error.code == .cancelled else { throw error }
    }
  }

  private func receiveLoop() async throws(MessengerError) {
    var attempt = 0
    while !Task.isCancelled {
      do {
        try await prepare()
        var report = SyncReport()
        try await drain(&report)
        attempt = 0
        publishReach(nil)
        wake?.yield()
        try await follow()
      } catch {
        try Self.checkPasses(error)
        publishReach(error)
        attempt += 1
        try await pause(attempt)
      }
    }
  }

  /// Reads the mailbox stream until something does not hold; the position is in the database, so
  /// whoever begins again begins right.
  private func follow() async throws(MessengerError) {
    let events = relay.mailboxStream(
      after: try await mailboxPosition(), policy: environment.reconnect, clock: environment.clock)
    var iterator = events.makeAsyncIterator()
    while true {
      let item: StreamItem<MailboxEvent>?
      do {
        item = try await iterator.next(isolation: self)
      } catch {
        try await noteRemoval(error)
        throw MessengerError(error)
      }
      switch item {
      case .opened: publishReach(nil)
      case .interrupted(let error, _): publishReach(MessengerError(error))
      case .event(let event): try await takeFromStream(event)
      case nil: throw MessengerError(.relayUnreachable)
      }
    }
  }

  private func takeFromStream(_ event: MailboxEvent) async throws(MessengerError) {
    await receiving.acquire()
    defer { receiving.release() }
    try await take(event)
    wake?.yield()
  }

  /// Several events that arrive together are acknowledged together, because this loop is at its
  /// earlier request while they are taken in.
  private func sendLoop(_ signal: AsyncStream<Void>) async throws(MessengerError) {
    var iterator = signal.makeAsyncIterator()
    var attempt = 0
    while !Task.isCancelled {
      if let interruption = try await sendRound() {
        try Self.checkPasses(interruption)
        attempt += 1
        try await pause(attempt)
      } else {
        attempt = 0
        guard await iterator.next(isolation: self) != nil else { return }
      }
    }
  }

  private func sendRound() async throws(MessengerError) -> MessengerError? {
    do {
      try await acknowledge()
      try await refreshStaleAccounts()
      return try await flush().interruption
    } catch {
      return error
    }
  }

  private func maintainLoop() async throws(MessengerError) {
    while !Task.isCancelled {
      do {
        try await maintain()
      } catch {
        try Self.checkPasses(error)
      }
      try await sleep(for: .seconds(3600))
    }
  }

  /// Throws what waiting does not change.
  static func checkPasses(_ error: MessengerError) throws(MessengerError) {
    let passes =
      error.isTemporary || error.code == .relayRefused || error.code == .relayAnswerInvalid
      || error.code == .deviceListInvalid
    guard passes, error.code != .cancelled else { throw error }
  }

  func pause(_ attempt: Int) async throws(MessengerError) {
    let random = environment.random(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let delay = environment.reconnect.delay(attempt: attempt, random: random)
    try await sleep(for: .milliseconds(delay))
  }

  func sleep(for duration: Duration) async throws(MessengerError) {
    do {
      try await environment.clock.sleep(for: duration)
    } catch {
      throw MessengerError(.cancelled)
    }
  }
}
