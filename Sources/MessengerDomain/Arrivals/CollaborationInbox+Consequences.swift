import GroveIdentity
import GroveMessage
import GroveSystem

extension CollaborationInbox {
  /// What sharing does with what arrives.
  package var hooks: SharingHooks {
    SharingHooks(
      received: { try received($0, in: $1) },
      rosterChanged: { event, reader in
        try MembershipRules.rosterChanged(event, in: reader).map(MessengerChange.sharing)
      },
      devicesChanged: { _, after, reader in
        try MembershipRules.devicesChanged(after, in: reader).map(MessengerChange.sharing)
      })
  }

  /// A content from the mailbox, and everything that follows from it.
  package func received(_ shared: SharedMessage, in reader: any MessengerReader) throws
    -> [MessengerChange]
  {
    let message = shared.message
    let arrival = ContentArrival(
      messageID: message.messageID, sender: message.sender, senderDevice: message.senderDevice,
      conversationID: message.body.conversationID, senderIsMember: true,
      isFromRemovedDevice: message.isFromRemovedDevice, receivedAt: shared.now)
    let decision = try receive(
      shared.content, arrival, myChain: shared.myChain,
      fetched: Fetched(ownChain: shared.isRefreshed), reader: reader)
    var changes = try consequences(of: decision, arrival, sentAt: message.body.sentAt, in: reader)
    if case .dropped(let reason) = decision.answer {
      changes.append(
        .ignore(
          IgnoredEvent(
            sequence: shared.sequence, at: shared.now, sender: message.sender, reason: reason)))
    }
    return changes
  }

  /// The rows, the line in the conversation, the alarm.
  package func consequences(
    of decision: SharingDecision<Outcome>, _ arrival: ContentArrival, sentAt: UInt64,
    in reader: any MessengerReader
  ) throws -> [MessengerChange] {
    var changes = decision.changes.map(MessengerChange.sharing)
    switch decision.answer {
    case .invited(let highlight):
      let link = ThreadLink(
        link: highlight.link, title: highlight.title, optionsSummary: highlight.optionsSummary,
        audience: highlight.audience, collaborationID: highlight.collaborationID)
      changes.append(line(link, arrival, sentAt))
    case .warned(let warned, let alarm):
      let link = ThreadLink(
        link: warned.link, title: warned.title, optionsSummary: "", warning: warned.reason.code)
      changes.append(line(link, arrival, sentAt))
      if let alarm {
        changes += try AlarmRules.raise(
          Alarm(alarm, raisedAt: arrival.receivedAt, reportedBy: arrival.sender),
          now: arrival.receivedAt, in: reader)
      }
    case .renewed, .membership, .notice, .addressesKnown, .documentsKnown, .noticesPutAway,
      .dropped, .pending:
      break
    }
    return changes
  }

  private func line(_ link: ThreadLink, _ arrival: ContentArrival, _ sentAt: UInt64)
    -> MessengerChange
  {
    .insertItem(
      NewThreadItem(
        conversationID: arrival.conversationID, messageID: arrival.messageID,
        sender: arrival.sender, senderDevice: arrival.senderDevice, sentAt: sentAt,
        receivedAt: arrival.receivedAt, content: .link(link),
        isFromRemovedDevice: arrival.isFromRemovedDevice,
        delivery: arrival.sender == invitations.myAccount ? .sent : nil))
  }

  /// A content that had to wait, with what was fetched for it.
  package func judge(_ pending: PendingContent, fetched: Fetched, in reader: any MessengerReader)
    throws
    -> [MessengerChange]
  {
    let settled = MessengerChange.sharing(.delete(pending))
    let arrival = pending.arrival
    guard try reader.record(PendingContent.self, key: pending.key) != nil,
      let mine = try reader.account(invitations.myAccount)
    else { return [] }
    let bytes = try seal.open(pending.sealedContent.bytes, PendingContent.sealPurpose)
    guard
      let content = try? MessageContent(pending.type, content: bytes.exportBytes())
    else { return [settled] }
    let decision = try receive(
      content, arrival, myChain: mine.chain, fetched: fetched, reader: reader)
    // Still waiting for something else: the row has been written anew.
    if case .pending = decision.answer { return decision.changes.map(MessengerChange.sharing) }
    return try consequences(of: decision, arrival, sentAt: arrival.receivedAt, in: reader)
      + [settled]
  }
}
