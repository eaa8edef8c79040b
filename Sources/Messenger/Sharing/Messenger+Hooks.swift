import GroveIdentity
import GroveMessage
import GroveSystem

extension Messenger {
  /// What sharing does with what arrives.
  static func sharingHooks(
    _ keys: DeviceKeys, _ seal: LocalSeal, _ environment: MessengerEnvironment
  ) -> SharingHooks {
    let inbox = collaborationInbox(keys, seal, environment)
    return SharingHooks(
      received: { try inbox.received($0, in: $1) },
      rosterChanged: { event, reader in
        try MembershipRules.rosterChanged(event, in: reader).map(MessengerChange.sharing)
      },
      devicesChanged: { _, after, reader in
        try MembershipRules.devicesChanged(after, in: reader).map(MessengerChange.sharing)
      })
  }
}

extension CollaborationInbox {
  /// A content from the mailbox, and everything that follows from it.
  func received(_ shared: SharedMessage, in reader: any MessengerReader) throws
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
  func consequences(
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
    case .membership, .notice, .dropped, .pending: break
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
}
