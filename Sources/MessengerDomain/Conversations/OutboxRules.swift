package import GroveIdentity
import GroveMessage
package import GroveSystem

/// What this device has still to do at the relay: the rows before and after.
package struct OutboxRules: Sendable {
  package let myAccountID: AccountID
  package let myDeviceID: DeviceID
  package let now: UInt64

  package init(myAccountID: AccountID, myDeviceID: DeviceID, now: UInt64) {
    self.myAccountID = myAccountID
    self.myDeviceID = myDeviceID
    self.now = now
  }

  /// Something the relay has still to hear, after everything that waits already.
  ///
  /// - Returns: why it is not taken: `conversationUnknown`, `notAMember`, `requestPending`.
  package func enqueue(_ operation: OutboxOperation, id: RequestID, in reader: any MessengerReader)
    throws -> MessengerDecision<MessengerError?>
  {
    guard let conversation = try reader.conversation(operation.conversationID) else {
      return MessengerDecision(answer: MessengerError(.conversationUnknown))
    }
    guard conversation.state == .active || conversation.state == .pending else {
      return MessengerDecision(answer: MessengerError(.notAMember))
    }
    // Nothing is said before it is accepted; leaving it is declining.
    if case .message = operation, conversation.requestedBy != nil {
      return MessengerDecision(answer: MessengerError(.requestPending))
    }
    return MessengerDecision([.enqueue(id, operation, at: now)], answer: nil)
  }

  /// A person's message: shown as queued from the moment it is stored.
  package func enqueue(
    _ message: OutgoingMessage, id: RequestID, showing content: ThreadContent?,
    in reader: any MessengerReader
  ) throws -> MessengerDecision<MessengerError?> {
    let taken = try enqueue(.message(message), id: id, in: reader)
    guard taken.answer == nil else { return taken }
    return MessengerDecision(taken.changes + shown(message, content, .queued), answer: nil)
  }

  /// A decision of the sharing side as rows: its lines, and its messages in the outbox.
  ///
  /// - Parameter operationID: a fresh one for each message.
  package func storing<Answer: Sendable>(
    _ decision: SharingDecision<Answer>, operationID: () -> RequestID,
    in reader: any MessengerReader
  ) throws -> MessengerDecision<Answer> {
    var changes = decision.changes.map(MessengerChange.sharing)
    changes += decision.lines.map(MessengerChange.insertItem)
    for message in decision.outgoing {
      let id = operationID()
      // One recipient who has left would make the relay refuse the message to all. A conversation
      // this account has left takes none; what else follows is stored all the same.
      let members = try reader.conversation(message.conversationID)?.members ?? []
      var message = message
      message.contents = message.contents.filter { members.contains($0.key) }
      guard !message.contents.isEmpty else { continue }
      changes += try enqueue(message.outgoing, id: id, showing: message.line, in: reader).changes
    }
    return MessengerDecision(changes, answer: decision.answer)
  }

  /// The line of this device's own message.
  package func shown(_ message: OutgoingMessage, _ content: ThreadContent?, _ delivery: Delivery)
    -> [MessengerChange]
  {
    guard let content else { return [] }
    return [
      .insertItem(
        NewThreadItem(
          conversationID: message.conversationID, messageID: message.messageID,
          sender: myAccountID, senderDevice: myDeviceID, sentAt: now, receivedAt: now,
          content: content, delivery: delivery))
    ]
  }

  /// A new conversation: usable at once, before the relay has heard of it.
  package func create(
    _ id: ConversationID, members: [AccountID], name: String?, operationID: RequestID
  ) -> [MessengerChange] {
    [
      .storeConversation(
        ConversationRecord(
          conversationID: id, name: name, members: members, state: .pending, lastActivityAt: now)),
      .enqueue(
        operationID, .createConversation(id, members: members, name: name), at: now),
    ]
  }

  /// The relay has carried the operation out.
  ///
  /// - Parameter report: for a message, whom it has not reached.
  package func done(
    _ entry: OutboxEntry, _ report: SendReport = SendReport(), in reader: any MessengerReader
  )
    throws -> [MessengerChange]
  {
    guard try reader.outboxEntry(entry.operationID) != nil else { return [] }
    let outcome = UndeliveryRules.delivery(report.unreached, others: report.others)
    return [.dequeue(entry.operationID)] + (try delivery(outcome, of: entry.operation, reader))
      + (try unreached(report, of: entry.operation, reader))
  }

  /// Only what is shown is worth remembering, and trying again.
  private func unreached(
    _ report: SendReport, of operation: OutboxOperation, _ reader: any MessengerReader
  ) throws -> [MessengerChange] {
    guard !report.unreached.isEmpty, case .message(let message) = operation,
      try reader.item(
        MessageIdentity(senderDeviceID: myDeviceID, messageID: message.messageID)) != nil
    else { return [] }
    let next = UndeliveryRules.nextAttempt(report.unreached, after: 0, now: now)
    return [
      .setUndelivered(
        UndeliveredMessage(
          messageID: message.messageID, people: report.unreached, nextAt: next,
          message: next == nil ? nil : message))
    ]
  }

  /// A further attempt to reach those whose mailbox was full.
  ///
  /// - Parameter report: nil where the relay refused the whole.
  package func tried(
    _ undelivered: UndeliveredMessage, _ report: SendReport?, in reader: any MessengerReader
  )
    throws -> [MessengerChange]
  {
    var left = undelivered
    left.attempts += 1
    if let report {
      left.people = undelivered.people.filter { !$0.mayPass } + report.unreached
    }
    left.nextAt =
      report == nil
      ? nil : UndeliveryRules.nextAttempt(left.people, after: left.attempts, now: now)
    if left.nextAt == nil { left.message = nil }
    var changes: [MessengerChange] = [
      left.people.isEmpty
        ? .forgetUndelivered(left.messageID) : .setUndelivered(left)
    ]
    let identity = MessageIdentity(senderDeviceID: myDeviceID, messageID: left.messageID)
    if left.people.count < undelivered.people.count,
      case .failed = try reader.item(identity)?.delivery
    {
      changes.append(.setDelivery(identity, .sent))
    }
    return changes
  }

  /// The relay will never carry it out: it goes, and what it leaves says why.
  package func refused(_ entry: OutboxEntry, reason: String, in reader: any MessengerReader) throws
    -> [MessengerChange]
  {
    guard try reader.outboxEntry(entry.operationID) != nil else { return [] }
    var changes: [MessengerChange] = [.dequeue(entry.operationID)]
    changes += try delivery(.failed(reason: reason), of: entry.operation, reader)
    if case .createConversation(let id, _, _) = entry.operation,
      var conversation = try reader.conversation(id)
    {
      conversation.state = .refused
      changes.append(.storeConversation(conversation))
    }
    return changes + refusalLine(entry.operation, reason)
  }

  private func delivery(
    _ delivery: Delivery, of operation: OutboxOperation, _ reader: any MessengerReader
  ) throws -> [MessengerChange] {
    guard case .message(let message) = operation else { return [] }
    let identity = MessageIdentity(senderDeviceID: myDeviceID, messageID: message.messageID)
    // A receipt may have overtaken the relay's answer to the upload.
    guard let item = try reader.item(identity), item.delivery == .queued else { return [] }
    return [.setDelivery(identity, delivery)]
  }

  /// Messages carry their own state; for everything else a line tells the person.
  private func refusalLine(_ operation: OutboxOperation, _ reason: String) -> [MessengerChange] {
    if case .message = operation { return [] }
    return [
      .insertItem(
        NewThreadItem(
          conversationID: operation.conversationID, sender: myAccountID, sentAt: now,
          receivedAt: now,
          content: .roster(RosterLine(kind: .refused, subjects: [], text: reason))))
    ]
  }
}
