import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import MessengerDomain

extension Messenger {
  /// What the sharing side has to catch up with: shares that were interrupted or wait, contents that
  /// could not be judged yet, identities of people whose devices changed.
  /// - Returns: whether something failed that may succeed later.
  @discardableResult
  func sharingRound() async throws(MessengerError) -> Bool {
    for job in try await look({ try $0.records(ShareJob.self) }) {
      _ = try await run(job, nil)
    }
    for pending in try await look({ try $0.records(PendingContent.self) }) {
      try await settle(pending)
    }
    let isToBeTriedAgain = try await renewIdentities()
    _ = try await flush()
    return isToBeTriedAgain
  }

  /// Runs beside receiving and sending, because an app may take its time.
  func sharingLoop() async throws(MessengerError) {
    let calls = hub.listen { $0.callsForSharingRound ? () : nil }
    let (retries, retry) = AsyncStream.makeStream(
      of: Int.self, bufferingPolicy: .bufferingNewest(1))
    do {
      try await withThrowingDiscardingTaskGroup { group in
        group.addTask { try await self.sharingRounds(calls, retry: retry) }
        group.addTask { try await self.callForRetries(retries) }
      }
    } catch {
      throw Self.translated(error)
    }
  }

  private func sharingRounds(_ calls: AsyncStream<Void>, retry: AsyncStream<Int>.Continuation)
    async throws(MessengerError)
  {
    defer { retry.finish() }
    var calls = calls.makeAsyncIterator()
    var attempt = 0
    while !Task.isCancelled {
      var isToBeTriedAgain = true
      do {
        isToBeTriedAgain = try await sharingRound()
      } catch  where error.isTemporary || error.code == .relayRefused {
        // Tried again.
      }
      attempt = isToBeTriedAgain ? attempt + 1 : 0
      // What fails ten times in some minutes waits for something new: an app is not asked for ever.
      if isToBeTriedAgain, attempt <= 10 { retry.yield(attempt) }
      guard await calls.next(isolation: self) != nil else { return }
    }
  }

  /// Calls for another round a while after one that left something to be tried again.
  private func callForRetries(_ retries: AsyncStream<Int>) async throws(MessengerError) {
    for await attempt in retries {
      try await pause(attempt)
      hub.publish([.sharing(.workPending)])
    }
  }

  /// Fetches what a content waited for, and judges it. What cannot be fetched for long enough is
  /// judged without.
  private func settle(_ pending: PendingContent) async throws(MessengerError) {
    var fetched = CollaborationInbox.Fetched()
    switch pending.need {
    case .ownChain:
      do {
        _ = try await refreshed(accountID)
      } catch  where error.isTemporary {
        return
      } catch  where error.code == .deviceListInvalid {
        // The contradiction is an alarm already; the invitation is judged with what is known.
      }
      fetched.ownChain = true
    case .publishedKeys(let audience):
      let isLate = now > pending.arrival.receivedAt + NoticeInbox.PublishedKeys.patience
      guard try await fetchKeys(of: audience) || isLate else { return }
      fetched.keys = true
    }
    let inbox = collaborationInbox
    let done = fetched
    try await write { try inbox.judge(pending, fetched: done, in: $0) }
  }

  /// - Returns: whether the audience answered.
  func fetchKeys(of audience: Origin) async throws(MessengerError) -> Bool {
    let client = CollaborationClient(origin: audience, transport: environment.transport)
    let now = now
    let keys: [CollaborationKeys.Key]
    do {
      keys = try await client.keys()
    } catch {
      return false
    }
    let current = keys.filter { $0.notAfter.map { $0.value > now } ?? true }
    let record = NoticeInbox.PublishedKeys(
      audience: audience,
      keys: Dictionary(current.map { ($0.keyID, $0.publicKey) }) { first, _ in first },
      fetchedAt: now)
    try await commitSharing { _ in SharingDecision((), changes: [try .put(record)]) }
    return true
  }
}

extension MessengerEvent {
  /// Whether the sharing side may have something to do now.
  var callsForSharingRound: Bool {
    switch self {
    case .relayReached, .sharing(.workPending): true
    default: false
    }
  }
}
