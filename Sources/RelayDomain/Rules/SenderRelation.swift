import GroveIdentity

/// Where a sender stands with a recipient.
enum SenderRelation {
  /// The recipient has accepted a conversation with the sender, or has admitted them.
  case known
  /// They are in a conversation that the recipient has not accepted yet.
  case stranger
  /// They share no conversation.
  case outside
  case blocked
}

/// What becomes of an account that somebody puts into a conversation.
enum Entry {
  case member
  /// A message request: the account decides first.
  case request
  /// Nothing becomes of it, and nobody is told why.
  case refused
}

extension RelayReader {
  /// Where the sender stands with a recipient.
  ///
  /// - Parameter shared: conversations of the sender that earlier recipients of the same message
  ///   were found in: a message mostly goes to one, so each further recipient costs one point
  ///   look-up in it.
  func standing(
    of sender: AccountID, with account: AccountID, through shared: inout [ConversationID]
  ) throws -> SenderRelation {
    if try hasBlocked(account, sender) { return .blocked }
    for conversation in shared where try membership(account, of: conversation) == .accepted {
      return .known
    }
    if let found = try acceptedConversation(of: account, with: sender) {
      shared.append(found)
      return .known
    }
    guard try sharedConversation(sender, account) != nil else { return .outside }
    return try hasAdmitted(account, sender) ? .known : .stranger
  }

  /// Whether the account decides first, when the caller puts it into a conversation.
  func entry(
    of account: AccountID, into conversation: ConversationID, by caller: AccountID,
    limits: RelayLimits
  ) throws -> Entry {
    if try hasBlocked(account, caller) { return .refused }
    if try policy(of: account) == .anybody { return .member }
    if try !hasLeft(account, conversation) {
      if try acceptedConversation(of: account, with: caller) != nil { return .member }
      if try hasAdmitted(account, caller) { return .member }
    }
    let isRoom = try hasRequestRoom(of: account, by: caller, adding: 0, limits: limits)
    return isRoom ? .request : .refused
  }

  /// Whether a stranger may still send so much to the account.
  func hasRequestRoom(
    of account: AccountID, by stranger: AccountID, adding bytes: Int, limits: RelayLimits
  ) throws -> Bool {
    guard let use = try requestUse(of: account, by: stranger) else {
      return try bytes <= limits.requestBytes && requesterCount(of: account) < limits.requesters
    }
    return use.has(
      roomFor: bytes, entries: limits.requestEntries, bytes: limits.requestBytes)
  }

  /// Whether a further entry of this origin may wait in the mailbox: within what may wait there in
  /// all, and within the origin's share of it. An account's own devices have no share.
  func hasRoom(
    in mailbox: DeviceAddress, from origin: AccountID, adding bytes: Int, limits: RelayLimits
  ) throws -> Bool {
    let all = try self.mailbox(mailbox)
    let isRoom = MailboxUsage(entries: all.entries, bytes: all.bytes)
      .has(roomFor: bytes, entries: limits.mailboxEntries, bytes: limits.mailboxBytes)
    guard isRoom, origin != mailbox.account else { return isRoom }
    return try share(of: mailbox, from: origin)
      .has(roomFor: bytes, entries: limits.shareEntries, bytes: limits.shareBytes)
  }
}
