import GRDB
import GroveIdentity
import GroveMessage
import RelayDomain

extension RelayRows {
  /// Writes one change. A change that breaks a constraint throws, and the whole decision with it.
  func apply(_ change: RelayChange) throws {
    switch change {
    case .insertAccount, .appendStatement, .insertDevice, .sawDevice, .removeDevice,
      .insertKEMKey:
      try applyToAccounts(change)
    case .insertSession, .deleteSession, .useChallenge: try applyToSignIn(change)
    case .insertConversation, .updateConversation, .addMembers, .removeMembers, .setPhoto:
      try applyToConversations(change)
    case .request, .accept, .rememberLeaving, .setPolicy, .admit, .block, .unblock, .useRequests,
      .forgetRequests:
      try applyToRequests(change)
    case .deliver, .rememberEnvelope, .acknowledge: try applyToMailboxes(change)
    case .openRendezvous, .leaveMessage, .insertAttachment, .deleteAttachment:
      try applyToFiles(change)
    case .insertNoticeAddress, .usedNoticeAddress, .endNoticeAddress:
      try applyToNoticeAddresses(change)
    case .setWebPush, .endWebPush: try applyToWebPush(change)
    case .sweep(let now, let rememberedBefore, let requestsBefore, let addressesBefore):
      try sweep(now, rememberedBefore, requestsBefore)
      try execute("DELETE FROM notice_address WHERE used_at < ?", [addressesBefore.column])
    }
  }

  private func applyToAccounts(_ change: RelayChange) throws {
    switch change {
    case .insertAccount(let account, let genesis):
      try execute(
        """
        INSERT INTO account (account_id, handle, name, head_seq, head_hash)
        VALUES (?, ?, ?, ?, ?)
        """,
        [
          account.accountID.data, account.handle.text, account.name, account.head.seq.column,
          account.head.hash.data,
        ])
      try insert(genesis, account.accountID, seq: account.head.seq)
    case .appendStatement(let account, let head, let statement):
      try insert(statement, account, seq: head.seq)
      try execute(
        "UPDATE account SET head_seq = ?, head_hash = ? WHERE account_id = ?",
        [head.seq.column, head.hash.data, account.data])
    case .insertDevice(let address, let key):
      try execute(
        "INSERT INTO device (account_id, device_id, identity_key) VALUES (?, ?, ?)",
        [address.account.data, address.device.data, key.bytes.data])
    case .sawDevice(let address, let at):
      try execute(
        "UPDATE device SET last_seen = ? WHERE account_id = ? AND device_id = ?",
        [at.column, address.account.data, address.device.data])
    case .removeDevice(let address): try remove(address)
    case .insertKEMKey(let entry):
      try execute(
        "INSERT INTO kem_key VALUES (?, ?, ?, ?, ?, 0, ?, ?)",
        [
          entry.owner.account.data, entry.owner.device.data, Int64(entry.keyID),
          entry.notBefore.column, entry.notAfter.column, entry.record.body.bytes.data,
          entry.record.signature.bytes.data,
        ])
    default: break
    }
  }

  private func insert(_ statement: SignedStatement, _ account: AccountID, seq: UInt64) throws {
    try execute(
      "INSERT INTO statement VALUES (?, ?, ?)",
      [account.data, seq.column, try StrictJSON.encode(statement).data])
  }

  /// Tokens go with the device's row.
  private func remove(_ address: DeviceAddress) throws {
    let key: StatementArguments = [address.account.data, address.device.data]
    try execute("DELETE FROM device WHERE account_id = ? AND device_id = ?", key)
    try execute("DELETE FROM mailbox_entry WHERE account_id = ? AND device_id = ?", key)
    try execute("DELETE FROM mailbox_share WHERE account_id = ? AND device_id = ?", key)
    try execute(
      "UPDATE mailbox SET entries = 0, bytes = 0 WHERE account_id = ? AND device_id = ?", key)
    try execute("UPDATE kem_key SET revoked = 1 WHERE account_id = ? AND device_id = ?", key)
  }

  private func applyToSignIn(_ change: RelayChange) throws {
    switch change {
    case .insertSession(let session):
      try execute(
        "INSERT INTO session VALUES (?, ?, ?, ?)",
        [
          session.tokenHash.data, session.owner.account.data, session.owner.device.data,
          session.expiresAt.column,
        ])
    case .deleteSession(let tokenHash):
      try execute("DELETE FROM session WHERE token_hash = ?", [tokenHash.data])
    case .useChallenge(let nonce, let expiresAt):
      try execute("INSERT INTO used_challenge VALUES (?, ?)", [nonce.data, expiresAt.column])
    default: break
    }
  }

  private func applyToFiles(_ change: RelayChange) throws {
    switch change {
    case .openRendezvous(let id, let expiresAt):
      try execute("DELETE FROM rendezvous WHERE rendezvous_id = ?", [id.data])
      try execute("INSERT INTO rendezvous VALUES (?, ?)", [id.data, expiresAt.column])
    case .leaveMessage(let id, let index, let bytes):
      try execute("INSERT INTO rendezvous_message VALUES (?, ?, ?)", [id.data, index, bytes.data])
    case .insertAttachment(let record):
      try execute(
        "INSERT INTO attachment VALUES (?, ?, ?, ?)",
        [record.attachmentID.data, record.owner.data, record.size, record.expiresAt.column])
    case .deleteAttachment(let id):
      try execute("DELETE FROM attachment WHERE attachment_id = ?", [id.data])
    default: break
    }
  }

  private func sweep(_ now: UInt64, _ rememberedBefore: UInt64, _ requestsBefore: UInt64) throws {
    try execute("DELETE FROM session WHERE expires_at <= ?", [now.column])
    try execute("DELETE FROM used_challenge WHERE expires_at <= ?", [now.column])
    try execute("DELETE FROM rendezvous WHERE expires_at <= ?", [now.column])
    try execute("DELETE FROM remembered_envelope WHERE at < ?", [rememberedBefore.column])
    try execute("DELETE FROM request_use WHERE at < ?", [requestsBefore.column])
    try execute(
      """
      DELETE FROM conversation_event WHERE NOT EXISTS (
        SELECT 1 FROM mailbox_entry WHERE mailbox_entry.event_id = conversation_event.event_id)
      """)
  }
}
