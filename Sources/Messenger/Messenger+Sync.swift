import GroveClient
import GroveIdentity
import GroveMessage
public import GroveSystem
import GroveWire

/// What one round came to.
public struct SyncReport: Hashable, Sendable {
  /// Mailbox entries taken in.
  public var received = 0
  /// The person's actions the relay has now.
  public var sent = 0
  /// Those that wait.
  public var queued = 0
  /// nil where the relay answered to the end; otherwise why the round stopped early.
  public var interruption: MessengerError?
}

extension Messenger {
  /// One round: takes in what waits in the mailbox, sends what waits here, and does what is due.
  /// A relay that is away is no error: the report says so, and nothing is lost.
  ///
  /// - Throws: `storeUnavailable`, `folderUnusable`, `deviceRemoved`.
  @discardableResult
  public func sync() async throws(MessengerError) -> SyncReport {
    var report = SyncReport()
    do {
      try await prepare()
      try await drain(&report)
      try await maintain()
      // The person's own actions before what follows from others'.
      report.sent = try await flush().sent
      try await sharingRound()
      // A device that is coming is told with a later round.
      _ = try await tellOwnDevices()
    } catch {
      guard error.isTemporary || error.code == .relayRefused || error.code == .relayAnswerInvalid
      else { throw error }
      report.interruption = error
    }
    let flushed = try await flush()
    report.sent += flushed.sent
    report.queued = flushed.queued
    report.interruption = report.interruption ?? flushed.interruption
    publishReach(report.interruption)
    if flushed.interruption?.code == .deviceRemoved { throw MessengerError(.deviceRemoved) }
    return report
  }

  /// What has to be known before the first mailbox entry.
  func prepare() async throws(MessengerError) {
    let own = try await ownAccount()
    if keys.handle.isEmpty { try replaceKeys(keys.with(handle: own.handle)) }
    try await settleBaseKey()
    if keys.kemKeys.contains(where: { !$0.isPublished }) { try await rotateKEMKeys() }
    try await loadConversations()
  }

  /// The relay's list, where this device does not have it, or has missed what changed it.
  func loadConversations() async throws(MessengerError) {
    guard try await look({ try $0.counter(.conversationsLoaded) }) != 1 else { return }
    let conversations = try await ask { relay throws(ClientError) in
      try await relay.conversations()
    }
    let rules = rosterRules
    try await write { reader in
      try rules.reloaded(conversations, in: reader)
        + [.set(.conversationsLoaded, 1)]
    }
  }

  /// What comes due: lists somebody named, KEM keys, the daily look at this account, old entries of
  /// the replay window.
  func maintain() async throws(MessengerError) {
    try await refreshStaleAccounts()
    try await rotateKEMKeys()
    try await checkOwnAccount()
    let horizon = ReplayWindow.horizon(at: now)
    try await write { _ in [.forgetRemembered(before: horizon)] }
  }

  nonisolated func publishReach(_ interruption: MessengerError?) {
    hub.publish([interruption.map { .relayAway($0.reason) } ?? .relayReached])
  }
}
