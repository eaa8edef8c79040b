package import GroveIdentity
package import GroveMessage

/// One thing to write: a statement or two in a database.
package enum MessengerChange: Hashable, Sendable {
  /// A single number, by its name.
  case set(MessengerCounter, UInt64)

  // MARK: Accounts
  /// The chain, the keys and the names, as they are now.
  case storeAccount(StoredAccount)
  /// Somebody named a statement of a known account that is not in its chain yet.
  case wantStatement(AccountID, seq: UInt64)
  case raise(Alarm)

  // MARK: Conversations
  case storeConversation(ConversationRecord)
  case insertItem(NewThreadItem)
  case setDelivery(MessageIdentity, Delivery)
  case replaceContent(MessageIdentity, ThreadContent)
  /// Whom a message of this device has not reached.
  case setUndelivered(UndeliveredMessage)
  case forgetUndelivered(MessageID)

  // MARK: What has been received
  /// Protocol 10.6 (5).
  case remember(MessageIdentity, at: UInt64)
  case forgetRemembered(before: UInt64)
  /// Kept until its conversation is accepted.
  case hold(HeldEnvelope)
  /// By its place in the mailbox.
  case release(UInt64)
  case ignore(IgnoredEvent)
  /// The named account has this message of ours.
  case recordReceipt(MessageID, from: AccountID)
  /// We have this message and have still to say so.
  case oweReceipt(Receipt)
  case settleReceipts([Receipt])
  /// Which pins the conversation was last told (protocol 11.2).
  case toldPins(ConversationID, digest: [UInt8])

  // MARK: What has still to be sent
  case enqueue(RequestID, OutboxOperation, at: UInt64)
  case requeue(RequestID, OutboxOperation)
  case dequeue(RequestID)

  // MARK: The other half
  case sharing(SharingChange)
}

/// A message received whose sender has still to be told (content type 6).
package struct Receipt: Hashable, Sendable {
  package var conversationID: ConversationID
  package var to: AccountID
  package var messageID: MessageID

  package init(conversationID: ConversationID, to: AccountID, messageID: MessageID) {
    self.conversationID = conversationID
    self.to = to
    self.messageID = messageID
  }
}

/// Single numbers. The raw values are stored.
package enum MessengerCounter: String, Sendable, CaseIterable {
  /// The last mailbox entry whose consequences are stored.
  case mailboxPosition = "mailbox_position"
  /// The newest time at which the mailbox was read to its end.
  case drainedAt = "drained_at"
  /// When the own account was last fetched as a stranger would (protocol 11.2).
  case ownCheckAt = "own_check_at"
  /// 1 once the relay's list of conversations has been taken over.
  case conversationsLoaded = "conversations_loaded"
  /// How many entries expired at the relay before this device fetched them, not yet shown.
  case missedEntries = "missed_entries"
  /// 1 once the relay has said that this device is removed.
  case deviceRemoved = "device_removed"
}

/// An account's row.
package struct StoredAccount: Hashable, Sendable {
  package var account: KnownAccount
  package static func == (left: Self, right: Self) -> Bool {
    left.account.chain == right.account.chain
      && left.account.refreshedAt == right.account.refreshedAt
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(account.chain) }
}
