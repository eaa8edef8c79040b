public import GroveIdentity
public import GroveMessage

/// One thing to write: a statement or two in a database.
public enum RelayChange: Hashable, Sendable {
  // MARK: Accounts
  /// With the genesis statement.
  case insertAccount(AccountRecord, genesis: SignedStatement)
  /// The next statement; it is the account's head from then on.
  case appendStatement(AccountID, StatementReference, SignedStatement)
  case insertDevice(DeviceAddress, identityKey: PublicKey)
  case sawDevice(DeviceAddress, at: UInt64)
  /// The device with its tokens and what waits in its mailbox; its KEM keys are served no more, but
  /// their identifiers stay taken and the mailbox's position stays where it is.
  case removeDevice(DeviceAddress)
  case insertKEMKey(KEMKeyEntry)

  // MARK: Sign-in
  case insertSession(Session)
  case deleteSession(tokenHash: [UInt8])
  /// The store refuses a nonce that is there already.
  case useChallenge(nonce: [UInt8], expiresAt: UInt64)

  // MARK: Conversations
  /// With its members.
  case insertConversation(ConversationRecord)
  /// Name, version and photo version; members go by the next two.
  case updateConversation(ConversationRecord)
  case addMembers([AccountID], to: ConversationID)
  case removeMembers([AccountID], from: ConversationID)
  /// nil removes it.
  case setPhoto(ConversationID, [UInt8]?)

  // MARK: Message requests
  /// A member has still to accept, and who put them in.
  case request(AccountID, ConversationID, by: AccountID)
  /// The member has accepted; that they once left is forgotten.
  case accept(AccountID, ConversationID)
  /// The account has left by itself: whoever adds it again asks first.
  case rememberLeaving(AccountID, ConversationID)
  case setPolicy(AccountID, RequestPolicy)
  case admit(AccountID, AccountID)
  case block(AccountID, AccountID)
  case unblock(AccountID, AccountID)
  /// Adds to what an account has used of its requests to another.
  case useRequests(of: AccountID, by: AccountID, MailboxUsage, at: UInt64)
  case forgetRequests(of: AccountID, by: [AccountID])

  // MARK: Mailboxes
  /// Appends one entry to each mailbox, with that mailbox's next sequence. What it says is kept
  /// once, however many mailboxes it goes to: an event of a conversation that is there, at the time at which it happened.
  /// A gap takes the place of one that waits, and its count.
  case deliver(MailboxEntry.Payload, to: [DeviceAddress], at: UInt64)
  case rememberEnvelope(EnvelopeKey, at: UInt64)
  /// Forgets every entry up to the sequence.
  case acknowledge(DeviceAddress, upTo: UInt64)

  // MARK: Notice addresses
  case insertNoticeAddress(NoticeAddressRecord)
  case usedNoticeAddress(NoticeAddressID, of: AccountID, at: UInt64)
  /// With what waits of it in mailboxes.
  case endNoticeAddress(NoticeAddressID, of: AccountID)

  // MARK: Web push
  /// In the place of the one the device has. It goes with the device.
  case setWebPush(WebPushSubscription, of: DeviceAddress)
  case endWebPush(of: DeviceAddress)

  // MARK: Rendezvous
  /// Begins a new one; what was left under the identifier before is gone.
  case openRendezvous(RendezvousID, expiresAt: UInt64)
  case leaveMessage(RendezvousID, index: Int, [UInt8])

  // MARK: Attachments
  case insertAttachment(AttachmentRecord)
  case deleteAttachment(AttachmentID)

  // MARK: Time
  /// Forgets what has expired: tokens, used challenges, rendezvous, envelopes remembered before the
  /// given time, requests without a further one since, notice addresses not used since, and events older than
  /// every one that some mailbox still has.
  case sweep(
    now: UInt64, rememberedBefore: UInt64, requestsBefore: UInt64 = 0, addressesBefore: UInt64 = 0)
}
