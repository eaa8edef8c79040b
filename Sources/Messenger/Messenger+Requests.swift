import GroveClient
public import GroveIdentity
import GroveMessage
public import GroveSystem
public import GroveWire
import MessengerDomain

extension Messenger {
  /// Conversations somebody unknown has put this account into, the newest first. Nothing said in them
  /// is shown, counted or answered before they are accepted.
  public func requests() async throws(MessengerError) -> [ConversationRecord] {
    try await look {
      try $0.conversations().filter { $0.requestedBy != nil && $0.state == .active }
    }
  }

  /// Takes part: what was said meanwhile is shown now, and who asked is known from now on.
  /// - Throws: `conversationUnknown`; needs a connection.
  public func accept(_ id: ConversationID) async throws(MessengerError) {
    _ = try await conversation(id)
    let answer = try await ask { relay throws(ClientError) in try await relay.accept(id) }
    let rules = rosterRules
    try await write { try rules.told(answer, in: $0) }
    _ = try await flush()
  }

  /// Leaves it without a word; whoever adds this account again asks again.
  public func decline(_ id: ConversationID) async throws(MessengerError) { try await leave(id) }

  /// Who is kept out, and who is let in without a conversation.
  public func admission() async throws(MessengerError) -> Admission {
    try await ask { relay throws(ClientError) in try await relay.admission() }
  }

  /// Whoever is blocked can neither add this account nor reach it, and is only told that a message
  /// was not delivered. Their requests are declined.
  public func block(_ account: AccountID) async throws(MessengerError) {
    try await change(ChangeAdmission(block: [account]))
  }

  public func unblock(_ account: AccountID) async throws(MessengerError) {
    try await change(ChangeAdmission(unblock: [account]))
  }

  /// Somebody whose contact link was opened comes in without asking.
  public func admit(_ account: AccountID) async throws(MessengerError) {
    guard account != accountID else { return }
    try await change(ChangeAdmission(admit: [account]))
  }

  /// Whether somebody unknown asks first. `anybody` is for programs.
  public func setRequestPolicy(_ policy: Admission.Policy) async throws(MessengerError) {
    try await change(ChangeAdmission(policy: policy))
  }

  private func change(_ body: ChangeAdmission) async throws(MessengerError) {
    _ = try await ask { relay throws(ClientError) in try await relay.change(body) }
  }

  /// How many messages waited at the relay for longer than it keeps them, since this was asked last.
  public func takeMissedCount() async throws(MessengerError) -> UInt64 {
    let count = try await look { try $0.counter(.missedEntries) } ?? 0
    if count > 0 { try await write { _ in [.set(.missedEntries, 0)] } }
    return count
  }

  /// Takes in what was kept of conversations that have been accepted since, and drops what was kept
  /// of others.
  func releaseHeld() async throws(MessengerError) {
    guard try await !look({ try $0.releasedEnvelopes().isEmpty }) else { return }
    await receiving.acquire()
    defer { receiving.release() }
    for held in try await look({ try $0.releasedEnvelopes() }) {
      let rules = InboxRules(
        myAccountID: accountID, myDeviceID: deviceID, sequence: held.sequence,
        uploader: held.uploader, now: now, hooks: hooks, wasHeld: true)
      try await take(held.bytes, rules)
    }
  }

  /// Messages for which there was no room: tried again, a few times.
  func retryUndelivered() async throws(MessengerError) {
    let now = now
    for undelivered in try await look({ try $0.undelivered(dueAt: now) }) {
      let rules = outboxRules
      do {
        let people = undelivered.people.filter(\.mayPass).map(\.accountID)
        guard var message = undelivered.message else { continue }
        message.audience = .accounts(people)
        let report = try await sendNow(message)
        try await write { try rules.tried(undelivered, report, in: $0) }
      } catch {
        if error.leavesQueued { throw error }
        try await write { try rules.tried(undelivered, nil, in: $0) }
      }
    }
  }
}
