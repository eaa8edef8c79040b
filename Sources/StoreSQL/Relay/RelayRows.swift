import GroveIdentity
package import RelayDomain

/// The relay's rows.
struct RelayRows: StoredRows {
  typealias Damage = RelayStoreError

  let connection: any SQLConnection

  init(_ connection: any SQLConnection) { self.connection = connection }

  enum Inserts {
    static let account = Insert.text("account", "account_id, handle, name, head_seq, head_hash")
    static let statement = Insert.text("statement", "account_id, seq, record")
    static let device = Insert.text("device", "account_id, device_id, identity_key")
    static let kemKey = Insert.text(
      "kem_key",
      "account_id, device_id, key_id, not_before, not_after, revoked, body, signature")
    static let session = Insert.text("session", "token_hash, account_id, device_id, expires_at")
    static let challenge = Insert.text("used_challenge", "nonce, expires_at")
    static let rendezvous = Insert.text("rendezvous", "rendezvous_id, expires_at")
    static let rendezvousMessage = Insert.text(
      "rendezvous_message", "rendezvous_id, position, bytes")
    static let attachment = Insert.text("attachment", "attachment_id, owner, size, expires_at")
    static let conversation = Insert.text(
      "conversation", "conversation_id, name, version, photo_version")
    static let member = Insert.text("member", "conversation_id, account_id")
    /// A database that was expanded for the version before has written it with the member.
    static let membership = Upsert.text(
      "membership", "conversation_id, account_id", key: "account_id, conversation_id")
    static let photo = Upsert.text("photo", "conversation_id, bytes", key: "conversation_id")
    static let event = Insert.text(
      "conversation_event",
      """
      conversation_id, number, kind, by_account, subjects, at, name, members, version, \
      photo_version, requested_by
      """)
    static let entry = Insert.text(
      "mailbox_entry",
      """
      account_id, device_id, sequence, received_at, subject, envelope, event_conversation, \
      event_number, statement_seq, notice_address, notice_topic, notice_expires
      """)
    static let envelope = Insert.text(
      "remembered_envelope",
      "message_id, sender_account, sender_device, recipient_account, recipient_device, at")
    static let noticeAddress = Insert.text(
      "notice_address", "address_id, account_id, token_hash, server_key, used_at")
    static let webPush = Upsert.text(
      "web_push", "account_id, device_id, endpoint, key, secret", key: "account_id, device_id")
    static let left = Upsert.text(
      "left_conversation", "account_id, conversation_id", key: "account_id, conversation_id")
    static let admitted = Upsert.text(
      "admitted", "account_id, other", key: "account_id, other")
    static let blocked = Upsert.text("blocked", "account_id, other", key: "account_id, other")
  }
}

extension RelayRows {
  static func key(of device: DeviceAddress) -> Arguments {
    [device.account.bytes, device.device.bytes]
  }
}

extension SQLConnection {
  /// What rules ask the relay's rows, for no longer than this transaction.
  package var relay: any RelayReader { RelayRows(self) }

  /// Runs a decision and writes what it changes.
  /// - Returns: the answer, and whether rows went, or were replaced, whose bytes must not stay behind.
  package func make<Answer>(_ decide: (any RelayReader) throws -> RelayDecision<Answer>) throws
    -> (answer: Answer, erases: Bool)
  {
    let rows = RelayRows(self)
    let decision = try decide(rows)
    for change in decision.changes { try rows.apply(change) }
    return (decision.answer, decision.changes.contains(where: \.erases))
  }
}

extension RelayChange {
  /// Whether rows go, or are replaced, whose bytes must not stay behind.
  fileprivate var erases: Bool {
    switch self {
    case .deliver(.notice(let notice), _, _): notice.topic != nil
    case .removeDevice, .deleteSession, .updateConversation, .removeMembers, .setPhoto,
      .acknowledge, .openRendezvous, .deleteAttachment, .sweep, .accept, .unblock, .forgetRequests,
      .endNoticeAddress, .setWebPush, .endWebPush:
      true
    case .insertAccount, .appendStatement, .insertDevice, .sawDevice, .insertKEMKey, .insertSession,
      .useChallenge, .insertConversation, .addMembers, .deliver, .rememberEnvelope, .leaveMessage,
      .insertAttachment, .request, .rememberLeaving, .setPolicy, .admit, .block, .useRequests,
      .insertNoticeAddress, .usedNoticeAddress:
      false
    }
  }
}
