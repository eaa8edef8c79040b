import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import Logging
import MessengerDomain

extension Messenger {
  /// Takes one mailbox entry in: afterwards everything that follows from it is stored, and it may be
  /// acknowledged. Nothing anybody sends can stop it; only a relay that is away can.
  ///
  /// - Throws: where the entry must be tried again later.
  func take(_ event: MailboxEvent) async throws(MessengerError) {
    let rules = InboxRules(
      myAccountID: accountID, myDeviceID: deviceID, sequence: event.sequence.value,
      uploader: event.sender, now: now, hooks: hooks)
    guard try await look({ try rules.isNew($0) }) else { return }
    if let envelope = event.envelope {
      try await take(envelope.bytes, rules)
    } else if let change = event.conversation {
      let roster = rosterRules
      try await write { reader in
        guard try rules.isNew(reader) else { return [] }
        return try roster.changed(change, in: reader)
          + [.set(.mailboxPosition, rules.sequence)]
      }
    } else if let account = event.account {
      try await commit { try rules.hint(account.accountID, seq: account.seq.value, in: $0) }
    } else if let pushed = event.notice {
      try await take(pushed, rules)
    } else if let gap = event.gap {
      try await commit { try rules.missed(gap.entries.value, in: $0) }
      try await loadConversations()
    } else {
      try await ignore(InboxRefusal.unknownEvent.rawValue, rules)
    }
  }

  func take(_ envelope: [UInt8], _ given: InboxRules) async throws(MessengerError) {
    var rules = given
    rules.envelope = envelope
    let opened: OpenedEnvelope
    switch EnvelopeOpener.open(
      envelope, myAccountID: accountID, myDeviceID: deviceID, keys: keys.openingKeys)
    {
    case .failure(let refusal): return try await ignore(refusal.rawValue, rules)
    case .success(let value): opened = value
    }
    let sender: KnownAccount
    do {
      sender = try await chain(for: opened)
    } catch  where error.code == .contactUnknown || error.code == .deviceListInvalid {
      return try await ignore(InboxRefusal.senderListInvalid.rawValue, rules)
    }
    switch opened.verify(senderChain: sender.chain) {
    case .success(let message): try await take(message, rules)
    case .failure(let refusal):
      let alarm =
        refusal != .statementForked
        ? nil
        : AlarmRules.named(
          opened.claimedStatement, by: sender, uploader: rules.uploader, now: rules.now)
      try await ignore(refusal.rawValue, rules, alarm: alarm)
    }
  }

  /// The sender's chain, fetched where it is unknown, stale, or does not have the statement the
  /// message names (protocol 10.6 (3)).
  private func chain(for opened: OpenedEnvelope) async throws(MessengerError) -> KnownAccount {
    let sender = opened.claimedSender
    let known = try await look { try $0.account(sender) }
    if let known, known.chain.statement(opened.claimedStatement.seq) != nil,
      known.wantedSeq ?? 0 <= known.chain.newest.seq
    {
      return known
    }
    return try await refreshed(sender)
  }

  private func take(_ message: VerifiedMessage, _ rules: InboxRules) async throws(MessengerError) {
    try await learnConversation(message.body.conversationID)
    let isRefreshed = try await refreshMentionedLists(in: message)
    let refusal = try await commit {
      try rules.receive(message, isRefreshed: isRefreshed, in: $0)
    }
    if let refusal {
      environment.logger.debug(
        "A message was not shown", metadata: ["reason": "\(refusal.rawValue)"])
    }
  }

  /// A message can overtake what tells of its conversation.
  private func learnConversation(_ id: ConversationID) async throws(MessengerError) {
    guard try await look({ try $0.conversation(id) }) == nil else { return }
    do {
      let answer = try await ask { relay throws(ClientError) in try await relay.conversation(id) }
      let rules = rosterRules
      try await write { try rules.told(answer, in: $0) }
    } catch  where error.problem == .notFound {
      return
    }
  }

  /// Others saw statements that this device has not: it asks the relay before it judges.
  private func refreshMentionedLists(in message: VerifiedMessage) async throws(MessengerError)
    -> Bool
  {
    let mentioned = Self.statements(namedIn: message, to: accountID)
    var isRefreshed = false
    for (account, statement) in mentioned {
      guard let known = try await look({ try $0.account(account) }),
        known.chain.statement(statement.seq) == nil
      else { continue }
      do {
        _ = try await refreshed(account)
      } catch  where !error.isTemporary && error.code != .storeUnavailable {
        // The contradiction is stored as an alarm; the message is judged with what is known.
      }
      isRefreshed = true
    }
    return isRefreshed
  }

  private static func statements(namedIn message: VerifiedMessage, to me: AccountID)
    -> [AccountID: StatementReference]
  {
    switch try? message.content() {
    case .invitation(let invitation): [me: invitation.identity.statement]
    case .gossip(let gossip):
      Dictionary(gossip.seen.map { ($0.account, $0.statement) }) { first, _ in first }
    default: [:]
    }
  }

  private func ignore(_ reason: String, _ rules: InboxRules, alarm: Alarm? = nil)
    async throws(MessengerError)
  {
    try await commit { try rules.ignore(reason: reason, alarm: alarm, in: $0) }
  }
}
