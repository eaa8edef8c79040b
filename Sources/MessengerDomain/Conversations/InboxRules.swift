package import GroveIdentity
package import GroveMessage

/// What follows from a mailbox entry (protocol 10.6 (5)–(7)). Pure; run inside the transaction that
/// also moves the mailbox position on, so an entry has its consequences exactly once.
package struct InboxRules: Sendable {
  package let myAccountID: AccountID
  package let myDeviceID: DeviceID
  /// Of the mailbox entry.
  package let sequence: UInt64
  /// Who uploaded it, the relay's word.
  package let uploader: AccountID?
  /// This device's clock.
  package let now: UInt64
  package let hooks: SharingHooks
  /// As it came; kept where it belongs to a message request.
  package var envelope: [UInt8] = []
  /// It was kept until its conversation was accepted: its place in the mailbox is long past.
  package var wasHeld = false

  package init(
    myAccountID: AccountID, myDeviceID: DeviceID, sequence: UInt64, uploader: AccountID?,
    now: UInt64, hooks: SharingHooks, envelope: [UInt8] = [], wasHeld: Bool = false
  ) {
    self.myAccountID = myAccountID
    self.myDeviceID = myDeviceID
    self.sequence = sequence
    self.uploader = uploader
    self.now = now
    self.hooks = hooks
    self.envelope = envelope
    self.wasHeld = wasHeld
  }

  /// - Returns: nil, or why the message is not shown.
  package func receive(
    _ message: VerifiedMessage, isRefreshed: Bool, in reader: any MessengerReader
  ) throws -> MessengerDecision<InboxRefusal?> {
    guard try isNew(reader) else { return MessengerDecision(answer: nil) }
    if let refusal = try refusal(of: message, reader) { return ignored(refusal) }
    if try reader.conversation(message.body.conversationID)?.requestedBy != nil {
      return try held(message.body.conversationID, reader)
    }
    let content: MessageContent?
    do {
      content = try message.content()
    } catch {
      return ignored(.contentMalformed)
    }
    var changes: [MessengerChange] = [position, .remember(message.identity, at: now)]
    changes += try consequences(of: message, content, isRefreshed, reader)
    return MessengerDecision(changes, answer: nil)
  }

  /// Reads the entry and shows nothing.
  package func ignore(reason: String, alarm: Alarm? = nil, in reader: any MessengerReader) throws
    -> MessengerDecision<Void>
  {
    guard try isNew(reader) else { return MessengerDecision([]) }
    let changes = try alarm.map { try AlarmRules.raise($0, now: now, in: reader) } ?? []
    return MessengerDecision(changes + [position, .ignore(event(reason))])
  }

  /// An account has a newer statement, says the relay.
  package func hint(_ account: AccountID, seq: UInt64, in reader: any MessengerReader) throws
    -> MessengerDecision<Void>
  {
    guard try isNew(reader) else { return MessengerDecision([]) }
    return MessengerDecision([position] + (try AlarmRules.want(account, seq: seq, in: reader)))
  }

  /// Entries were not kept at the relay: the conversations are looked up again.
  package func missed(_ entries: UInt64, in reader: any MessengerReader) throws
    -> MessengerDecision<Void>
  {
    guard try isNew(reader) else { return MessengerDecision([]) }
    let before = try reader.counter(.missedEntries) ?? 0
    return MessengerDecision([
      position, .set(.missedEntries, before + entries), .set(.conversationsLoaded, 0),
    ])
  }

  private var position: MessengerChange {
    wasHeld ? .release(sequence) : .set(.mailboxPosition, sequence)
  }

  package func isNew(_ reader: any MessengerReader) throws -> Bool {
    if wasHeld { return try reader.isHeld(sequence) }
    return try sequence > reader.counter(.mailboxPosition) ?? 0
  }

  /// Nothing is shown and nothing follows before the conversation has been accepted.
  private func held(_ conversation: ConversationID, _ reader: any MessengerReader) throws
    -> MessengerDecision<InboxRefusal?>
  {
    guard try reader.heldCount(of: conversation) < HeldEnvelope.limit else {
      return ignored(.requestFull)
    }
    let kept = HeldEnvelope(
      sequence: sequence, conversationID: conversation, uploader: uploader, bytes: envelope)
    return MessengerDecision([position, .hold(kept)], answer: nil)
  }

  private func event(_ reason: String) -> IgnoredEvent {
    IgnoredEvent(sequence: sequence, at: now, sender: uploader, reason: reason)
  }

  private func ignored(_ refusal: InboxRefusal) -> MessengerDecision<InboxRefusal?> {
    MessengerDecision([position, .ignore(event(refusal.rawValue))], answer: refusal)
  }

  private func refusal(of message: VerifiedMessage, _ reader: any MessengerReader) throws
    -> InboxRefusal?
  {
    if try reader.hasSeen(message.identity) { return .replayed }
    guard ReplayWindow.accepts(sentAt: message.body.sentAt, at: now) else {
      return .fromTheFuture
    }
    guard let conversation = try reader.conversation(message.body.conversationID),
      conversation.members.contains(message.sender), conversation.members.contains(myAccountID)
    else { return .notAMember }
    return nil
  }

  private func consequences(
    of message: VerifiedMessage, _ content: MessageContent?, _ isRefreshed: Bool,
    _ reader: any MessengerReader
  ) throws -> [MessengerChange] {
    switch content {
    case .text(let text): return [shown(message, Self.content(of: text))] + receipt(message)
    case .invitation, .membershipUpdate, .notice, .noticeAddresses, .ownDocuments, .noticesPutAway:
      guard let content, let mine = try reader.account(myAccountID) else { return [] }
      let shared = SharedMessage(
        message: message, content: content, myAccountID: myAccountID, myDeviceID: myDeviceID,
        myChain: mine.chain, isRefreshed: isRefreshed, now: now, sequence: sequence)
      let isInvitation = message.body.contentType == .invitation
      return try hooks.received(shared, reader) + (isInvitation ? receipt(message) : [])
    case .acknowledgement(let acknowledgement):
      guard message.mayAct else { return [] }
      return try ReceiptRules.received(acknowledgement, from: message.sender, in: reader)
    case .gossip(let gossip):
      guard message.mayAct else { return [] }
      return try AlarmRules.heard(
        gossip, from: message.sender, isRefreshed: isRefreshed, now: now, in: reader)
    case nil where ContentType.browserCodes.contains(message.body.contentTypeCode):
      return []
    case nil:
      return [shown(message, .unknown(typeCode: message.body.contentTypeCode))]
    }
  }

  package static func content(of text: TextContent) -> ThreadContent {
    .text(
      text.text,
      attachment: text.attachment.map {
        ThreadAttachment(
          name: $0.name, mediaType: $0.mediaType, size: $0.size.value, reference: $0)
      })
  }

  private func shown(_ message: VerifiedMessage, _ content: ThreadContent) -> MessengerChange {
    .insertItem(
      NewThreadItem(
        conversationID: message.body.conversationID, messageID: message.messageID,
        sender: message.sender, senderDevice: message.senderDevice,
        sentAt: message.body.sentAt, receivedAt: now, content: content,
        isFromRemovedDevice: message.isFromRemovedDevice,
        delivery: message.sender == myAccountID ? .sent : nil))
  }

  /// Others are told that their message has arrived; a removed device is told nothing.
  private func receipt(_ message: VerifiedMessage) -> [MessengerChange] {
    guard message.sender != myAccountID, message.mayAct else { return [] }
    return [
      .oweReceipt(
        Receipt(
          conversationID: message.body.conversationID, to: message.sender,
          messageID: message.messageID))
    ]
  }
}
