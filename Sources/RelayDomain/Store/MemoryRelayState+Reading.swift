import GroveIdentity
import GroveMessage

extension MemoryRelayState: RelayReader {
  func account(_ id: AccountID) -> AccountRecord? { accounts[id]?.record }
  func accountID(of handle: Handle) -> AccountID? { handles[handle] }

  func statements(of account: AccountID, from seq: UInt64) -> [SignedStatement] {
    guard let all = accounts[account]?.statements, seq < UInt64(all.count) else { return [] }
    return Array(all[Int(seq)...])
  }

  func statements(of account: AccountID, from seq: UInt64, bytes: Int) -> [SignedStatement] {
    var total = 0
    return Array(
      statements(of: account, from: seq).prefix { statement in
        defer { total += (try? StrictJSON.encode(statement).count) ?? 0 }
        return total < bytes
      })
  }

  func statement(of account: AccountID, seq: UInt64) -> SignedStatement? {
    statements(of: account, from: seq).first
  }

  func devices(of account: AccountID) -> Set<DeviceID> {
    Set(accounts[account]?.devices.keys.map { $0 } ?? [])
  }

  func lastSeen(of account: AccountID) -> [DeviceID: UInt64] {
    guard let known = accounts[account] else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: known.devices.keys.map { ($0, known.seen[$0] ?? 0) })
  }

  func isListed(_ address: DeviceAddress) -> Bool { identityKey(of: address) != nil }

  func identityKey(of address: DeviceAddress) -> PublicKey? {
    accounts[address.account]?.devices[address.device]
  }

  func reachableDevices(of account: AccountID, at now: UInt64) -> Set<DeviceID> {
    Set(
      served(of: account).filter { $0.notBefore <= now && now < $0.notAfter }
        .map(\.owner.device))
  }

  func kemKey(_ keyID: UInt32, of address: DeviceAddress) -> SignedKEMKey? {
    kemKeys[KEMKeyID(owner: address, keyID: keyID)]?.entry.record
  }

  func kemKeys(of account: AccountID, unexpiredAt now: UInt64) -> [SignedKEMKey] {
    served(of: account).filter { now < $0.notAfter }
      .sorted { ($0.owner.device, $0.keyID) < ($1.owner.device, $1.keyID) }
      .map(\.record)
  }

  func kemKeyCount(of address: DeviceAddress, unexpiredAt now: UInt64) -> Int {
    served(of: address.account).count { $0.owner == address && now < $0.notAfter }
  }

  func lastKeyEnds(of account: AccountID) -> [DeviceID: UInt64] {
    Dictionary(
      served(of: account).map { ($0.owner.device, $0.notAfter) }, uniquingKeysWith: max)
  }

  private func served(of account: AccountID) -> [KEMKeyEntry] {
    kemKeys.values.filter { $0.entry.owner.account == account && !$0.revoked }.map(\.entry)
  }

  func session(_ tokenHash: [UInt8]) -> Session? { sessions[tokenHash] }
  func isUsed(challenge nonce: [UInt8]) -> Bool { usedChallenges[nonce] != nil }

  func olderSessions(of address: DeviceAddress, besides kept: Int) -> [[UInt8]] {
    sessions.values.filter { $0.owner == address }
      .sorted {
        ($0.expiresAt, Hex.encode($0.tokenHash)) > ($1.expiresAt, Hex.encode($1.tokenHash))
      }
      .dropFirst(kept).map(\.tokenHash)
  }

  func conversation(_ id: ConversationID) -> ConversationRecord? { conversations[id] }

  func conversations(of account: AccountID) -> [ConversationRecord] {
    conversations.values.filter { $0.members.contains(account) }
      .sorted { $0.conversationID < $1.conversationID }
  }

  func conversationIDs(of account: AccountID, after id: ConversationID?, limit: Int)
    -> [ConversationID]
  {
    let all = conversations(of: account).map(\.conversationID)
    return Array(all.filter { one in id.map { $0 < one } ?? true }.prefix(limit))
  }

  func isMember(_ account: AccountID, of conversation: ConversationID) -> Bool {
    conversations[conversation]?.members.contains(account) ?? false
  }

  func sharedConversation(_ one: AccountID, _ other: AccountID) -> ConversationID? {
    conversations(of: one).first { $0.members.contains(other) }?.conversationID
  }

  func contacts(of account: AccountID) -> Set<AccountID> {
    Set(
      conversations(of: account).flatMap { record in
        record.members.filter { membership($0, of: record.conversationID) == .accepted }
      }
    ).subtracting([account])
  }

  func photo(of conversation: ConversationID) -> [UInt8]? { photos[conversation] }

  func mailbox(_ address: DeviceAddress) -> MailboxPosition {
    mailboxes[address]?.position ?? MailboxPosition()
  }

  func entries(of address: DeviceAddress, after position: UInt64, limit: Int, bytes: Int)
    -> [MailboxEntry]
  {
    var total = 0
    let waiting = (mailboxes[address]?.entries ?? []).drop { $0.sequence <= position }
    return Array(
      waiting.prefix(limit).prefix { entry in
        defer { total += entry.payload.size }
        return total < bytes
      })
  }

  func webPush(of device: DeviceAddress) -> WebPushSubscription? { webPush[device] }

  func recipients(of message: MessageID, from sender: DeviceAddress) -> Set<DeviceAddress> {
    Set(remembered.keys.filter { $0.messageID == message && $0.sender == sender }.map(\.recipient))
  }

  func rendezvous(_ id: RendezvousID) -> RendezvousState? {
    rendezvousPoints[id].map {
      RendezvousState(expiresAt: $0.expiresAt, messages: $0.messages.count)
    }
  }

  func openRendezvous(at now: UInt64) -> Int {
    rendezvousPoints.values.count { $0.expiresAt > now }
  }

  func rendezvousMessages(_ id: RendezvousID, from index: Int) -> [[UInt8]] {
    Array((rendezvousPoints[id]?.messages ?? []).dropFirst(index))
  }

  func attachment(_ id: AttachmentID) -> AttachmentRecord? { attachments[id] }

  func attachmentUse(of account: AccountID) -> AttachmentUse {
    attachments.values.filter { $0.owner == account }.reduce(into: AttachmentUse()) {
      $0.count += 1
      $0.bytes += $1.size
    }
  }

  func expiredAttachments(at now: UInt64, limit: Int) -> [AttachmentID] {
    Array(
      attachments.values.filter { $0.expiresAt <= now }
        .sorted { ($0.expiresAt, $0.attachmentID) < ($1.expiresAt, $1.attachmentID) }
        .map(\.attachmentID).prefix(limit))
  }
}
