package import GroveIdentity
package import GroveWire

/// Conversations as the relay says they are.
package struct RosterRules: Sendable {
  package let myAccountID: AccountID
  package let now: UInt64
  package let hooks: SharingHooks

  package init(myAccountID: AccountID, now: UInt64, hooks: SharingHooks) {
    self.myAccountID = myAccountID
    self.now = now
    self.hooks = hooks
  }

  /// A change that came through the mailbox: shown once, whether or not its result is known.
  package func changed(_ change: ConversationChange, in reader: any MessengerReader) throws
    -> [MessengerChange]
  {
    let (record, changes) = try merged(change.conversation, reader)
    // Only this account's own devices are told, and what was kept is shown now.
    if change.kind == .accepted { return changes }
    let line = RosterLine(
      kind: kind(of: change), subjects: change.subjects,
      text: change.kind == .renamed ? change.conversation.name ?? "" : nil)
    let item = NewThreadItem(
      conversationID: record.conversationID, sender: change.by, sentAt: change.at.value,
      receivedAt: now, content: .roster(line))
    let event = RosterEvent(
      conversation: record, line: line, by: change.by, myAccountID: myAccountID, now: now,
      at: change.at.value)
    return changes + [.insertItem(item)] + (try hooks.rosterChanged(event, reader))
  }

  /// The answer to a request, or an entry of the relay's list.
  package func told(_ conversation: Conversation, in reader: any MessengerReader) throws
    -> [MessengerChange]
  {
    var changes = try merged(conversation, reader).changes
    if let refused = conversation.notAdded, !refused.isEmpty {
      changes.append(
        .insertItem(
          NewThreadItem(
            conversationID: conversation.conversationID, sender: myAccountID, sentAt: now,
            receivedAt: now,
            content: .roster(RosterLine(kind: .notAdded, subjects: refused, text: nil)))))
    }
    return changes
  }

  /// The relay's whole list, after this device has missed what changed it.
  package func reloaded(_ conversations: [Conversation], in reader: any MessengerReader) throws
    -> [MessengerChange]
  {
    let listed = Set(conversations.map(\.conversationID))
    let gone = try reader.conversations().filter {
      $0.state == .active && !listed.contains($0.conversationID)
    }.sorted { $0.conversationID < $1.conversationID }
    return try conversations.flatMap { try told($0, in: reader) }
      + gone.map { record in
        var left = record
        left.state = .left
        left.members.removeAll { $0 == myAccountID }
        return .storeConversation(left)
      }
  }

  private func kind(of change: ConversationChange) -> RosterLine.Kind {
    switch change.kind {
    case .created: .created
    case .added: .added
    case .removed: change.subjects == [change.by] ? .left : .removed
    case .renamed: .renamed
    case .photo: .photo
    case .accepted: .added
    }
  }

  /// An older version changes nothing: answers and events overtake each other.
  private func merged(_ offered: Conversation, _ reader: any MessengerReader) throws
    -> (record: ConversationRecord, changes: [MessengerChange])
  {
    let known = try reader.conversation(offered.conversationID)
    if let known, known.version > offered.version.value { return (known, []) }
    let isMember = offered.members.contains(myAccountID)
    // Nobody asks themselves, whatever a relay says. Of who is in it no more it does not say who had asked: what
    // was a request when they went remains one.
    let asking = offered.requestedBy == myAccountID ? nil : offered.requestedBy
    let record = ConversationRecord(
      conversationID: offered.conversationID, name: offered.name, members: offered.members,
      version: offered.version.value, photoVersion: offered.photoVersion?.value,
      state: isMember ? .active : .left, requestedBy: isMember ? asking : known?.requestedBy,
      // What the relay says of a conversation is nothing that was said in it.
      lastActivityAt: known?.lastActivityAt ?? now)
    return (record, [.storeConversation(record)])
  }
}
