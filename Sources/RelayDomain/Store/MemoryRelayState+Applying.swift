import GroveIdentity
import GroveMessage

extension MemoryRelayState {
  /// - Throws: `corrupt` for a change no rule makes: the same the database's constraints refuse.
  mutating func apply(_ change: RelayChange) throws {
    switch change {
    case .insertAccount, .appendStatement, .insertDevice, .sawDevice, .removeDevice,
      .insertKEMKey:
      try applyToAccounts(change)
    case .insertSession(let session): sessions[session.tokenHash] = session
    case .deleteSession(let tokenHash): sessions[tokenHash] = nil
    case .useChallenge(let nonce, let expiresAt):
      try require(usedChallenges.updateValue(expiresAt, forKey: nonce) == nil)
    case .insertConversation, .updateConversation, .addMembers, .removeMembers, .setPhoto:
      try applyToConversations(change)
    case .request, .accept, .rememberLeaving, .setPolicy, .admit, .block, .unblock, .useRequests,
      .forgetRequests:
      applyToRequests(change)
    case .deliver(let payload, let recipients, let now):
      try requireKept(payload, at: now)
      for recipient in recipients { deliver(payload, to: recipient, at: now) }
    case .rememberEnvelope(let key, let at):
      try require(remembered.updateValue(at, forKey: key) == nil)
    case .acknowledge(let address, let upTo): acknowledge(address, upTo: upTo)
    case .openRendezvous(let id, let expiresAt):
      rendezvousPoints[id] = Rendezvous(expiresAt: expiresAt)
    case .leaveMessage(let id, let index, let bytes):
      try require(rendezvousPoints[id]?.messages.count == index)
      rendezvousPoints[id]?.messages.append(bytes)
    case .insertAttachment(let record):
      try require(attachments.updateValue(record, forKey: record.attachmentID) == nil)
    case .deleteAttachment(let id): attachments[id] = nil
    case .insertNoticeAddress, .usedNoticeAddress, .endNoticeAddress:
      try applyToNoticeAddresses(change)
    case .setWebPush(let subscription, let device):
      try require(isListed(device))
      webPush[device] = subscription
    case .endWebPush(let device): webPush[device] = nil
    case .sweep(let now, let rememberedBefore, let requestsBefore, let addressesBefore):
      sweep(now, rememberedBefore)
      noticeAddresses = noticeAddresses.filter { $0.value.usedAt >= addressesBefore }
      for account in requests.keys {
        requests[account] = requests[account]?.filter { $0.value.at >= requestsBefore }
      }
    }
  }

  func require(_ condition: Bool) throws {
    guard condition else { throw RelayStoreError(.corrupt, "a change that breaks a constraint") }
  }

  private mutating func applyToAccounts(_ change: RelayChange) throws {
    switch change {
    case .insertAccount(let record, let genesis):
      try require(accounts[record.accountID] == nil && handles[record.handle] == nil)
      accounts[record.accountID] = Account(record: record, statements: [genesis])
      handles[record.handle] = record.accountID
    case .appendStatement(let id, let reference, let statement):
      try require(accounts[id].map { UInt64($0.statements.count) } == reference.seq)
      accounts[id]?.statements.append(statement)
      accounts[id]?.record.head = reference
    case .insertDevice(let address, let key):
      try require(
        accounts[address.account]?.devices.updateValue(key, forKey: address.device) == nil)
    case .sawDevice(let address, let at): accounts[address.account]?.seen[address.device] = at
    case .removeDevice(let address): remove(address)
    case .insertKEMKey(let entry):
      let id = KEMKeyID(owner: entry.owner, keyID: entry.keyID)
      try require(kemKeys.updateValue(KEMKey(entry: entry), forKey: id) == nil)
    default: break
    }
  }

  private mutating func remove(_ address: DeviceAddress) {
    accounts[address.account]?.devices[address.device] = nil
    sessions = sessions.filter { $0.value.owner != address }
    webPush[address] = nil
    for id in kemKeys.keys where id.owner == address { kemKeys[id]?.revoked = true }
    mailboxes[address].map { mailboxes[address] = Mailbox(position: .init(last: $0.position.last)) }
  }

  private mutating func applyToConversations(_ change: RelayChange) throws {
    switch change {
    case .insertConversation(let record):
      try require(conversations.updateValue(record, forKey: record.conversationID) == nil)
    case .updateConversation(let record):
      conversations[record.conversationID]?.name = record.name
      conversations[record.conversationID]?.version = record.version
      conversations[record.conversationID]?.photoVersion = record.photoVersion
    case .addMembers(let accounts, let id):
      let before = conversations[id]?.members ?? []
      try require(Set(before).isDisjoint(with: accounts))
      conversations[id]?.members = (before + accounts).sorted()
    case .removeMembers(let accounts, let id):
      conversations[id]?.members.removeAll(where: accounts.contains)
      for account in accounts { requested[id]?[account] = nil }
    case .setPhoto(let id, let bytes): photos[id] = bytes
    default: break
    }
  }

  /// An event is its conversation's, and has the time of its entries.
  private func requireKept(_ payload: MailboxEntry.Payload, at now: UInt64) throws {
    guard case .conversation(let event) = payload else { return }
    try require(event.at == now && conversations[event.conversation.conversationID] != nil)
  }

  private mutating func deliver(
    _ payload: MailboxEntry.Payload, to recipient: DeviceAddress, at now: UInt64
  ) {
    var mailbox = mailboxes[recipient] ?? Mailbox()
    let kept = mailbox.takingGap(into: payload)
    mailbox.dropNotices { payload.replaces($0) }
    mailbox.position.last += 1
    mailbox.entries.append(
      MailboxEntry(sequence: mailbox.position.last, receivedAt: now, payload: kept))
    mailbox.count()
    mailboxes[recipient] = mailbox
  }

  private mutating func acknowledge(_ address: DeviceAddress, upTo sequence: UInt64) {
    guard var mailbox = mailboxes[address] else { return }
    mailbox.entries.removeAll { $0.sequence <= sequence }
    mailbox.count()
    mailboxes[address] = mailbox
  }

  private mutating func sweep(_ now: UInt64, _ rememberedBefore: UInt64) {
    sessions = sessions.filter { $0.value.expiresAt > now }
    usedChallenges = usedChallenges.filter { $0.value > now }
    rendezvousPoints = rendezvousPoints.filter { $0.value.expiresAt > now }
    remembered = remembered.filter { $0.value >= rememberedBefore }
  }
}
