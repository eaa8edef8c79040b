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
}

/// Whether mailboxes take a further entry of one origin: within what may wait in each in all, and within the origin's share
/// of it. An account's own devices have no share. The store is asked once for all devices of an account.
struct MailboxRoom {
  let origin: AccountID
  let limits: RelayLimits
  private var waiting: [AccountID: [DeviceID: WaitingMail]] = [:]

  init(for origin: AccountID, limits: RelayLimits) {
    self.origin = origin
    self.limits = limits
  }

  mutating func has(
    roomFor bytes: Int, in mailbox: DeviceAddress, _ reader: any RelayReader
  ) throws -> Bool {
    let mail = try waiting(for: mailbox.account, reader)[mailbox.device] ?? WaitingMail()
    let isRoom = mail.all
      .has(roomFor: bytes, entries: limits.mailboxEntries, bytes: limits.mailboxBytes)
    guard isRoom, origin != mailbox.account else { return isRoom }
    return mail.share.has(roomFor: bytes, entries: limits.shareEntries, bytes: limits.shareBytes)
  }

  private mutating func waiting(for account: AccountID, _ reader: any RelayReader) throws
    -> [DeviceID: WaitingMail]
  {
    if let known = waiting[account] { return known }
    let found = try reader.waiting(for: account, from: origin)
    waiting[account] = found
    return found
  }
}
