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
      try run("DELETE FROM notice_address WHERE used_at < ?", [Stored.integer(addressesBefore)])
    }
  }

  private func applyToAccounts(_ change: RelayChange) throws {
    switch change {
    case .insertAccount(let account, let genesis):
      try run(
        Inserts.account,
        [
          Stored.blob(account.accountID), account.handle.text, account.name,
          Stored.integer(account.head.seq),
          Stored.blob(account.head.hash),
        ])
      try insert(genesis, account.accountID, seq: account.head.seq)
    case .appendStatement(let account, let head, let statement):
      try insert(statement, account, seq: head.seq)
      try run(
        "UPDATE account SET head_seq = ?, head_hash = ? WHERE account_id = ?",
        [Stored.integer(head.seq), Stored.blob(head.hash), Stored.blob(account)])
    case .insertDevice(let address, let key):
      try run(
        Inserts.device,
        [Stored.blob(address.account), Stored.blob(address.device), Stored.blob(key.bytes)])
    case .sawDevice(let address, let at):
      try run(
        "UPDATE device SET last_seen = ? WHERE account_id = ? AND device_id = ?",
        [Stored.integer(at), Stored.blob(address.account), Stored.blob(address.device)])
    case .removeDevice(let address): try remove(address)
    case .insertKEMKey(let entry):
      try run(
        Inserts.kemKey,
        [
          Stored.blob(entry.owner.account), Stored.blob(entry.owner.device), Int64(entry.keyID),
          Stored.integer(entry.notBefore), Stored.integer(entry.notAfter), 0,
          Stored.blob(entry.record.body.bytes),
          Stored.blob(entry.record.signature.bytes),
        ])
    default: break
    }
  }

  private func insert(_ statement: SignedStatement, _ account: AccountID, seq: UInt64) throws {
    try run(
      Inserts.statement,
      [Stored.blob(account), Stored.integer(seq), try StrictJSON.encode(statement)])
  }

  /// Tokens go with the device's row.
  private func remove(_ address: DeviceAddress) throws {
    let key: Arguments = [Stored.blob(address.account), Stored.blob(address.device)]
    try run("DELETE FROM device WHERE account_id = ? AND device_id = ?", key)
    try run("DELETE FROM mailbox_entry WHERE account_id = ? AND device_id = ?", key)
    try run("DELETE FROM mailbox_share WHERE account_id = ? AND device_id = ?", key)
    try run(
      "UPDATE mailbox SET entries = 0, bytes = 0 WHERE account_id = ? AND device_id = ?", key)
    try run("UPDATE kem_key SET revoked = 1 WHERE account_id = ? AND device_id = ?", key)
  }

  private func applyToSignIn(_ change: RelayChange) throws {
    switch change {
    case .insertSession(let session):
      try run(
        Inserts.session,
        [
          Stored.blob(session.tokenHash), Stored.blob(session.owner.account),
          Stored.blob(session.owner.device),
          Stored.integer(session.expiresAt),
        ])
    case .deleteSession(let tokenHash):
      try run("DELETE FROM session WHERE token_hash = ?", [Stored.blob(tokenHash)])
    case .useChallenge(let nonce, let expiresAt):
      try run(Inserts.challenge, [Stored.blob(nonce), Stored.integer(expiresAt)])
    default: break
    }
  }

  private func applyToFiles(_ change: RelayChange) throws {
    switch change {
    case .openRendezvous(let id, let expiresAt):
      try run("DELETE FROM rendezvous WHERE rendezvous_id = ?", [Stored.blob(id)])
      try run(Inserts.rendezvous, [Stored.blob(id), Stored.integer(expiresAt)])
    case .leaveMessage(let id, let index, let bytes):
      try run(Inserts.rendezvousMessage, [Stored.blob(id), index, Stored.blob(bytes)])
    case .insertAttachment(let record):
      try run(
        Inserts.attachment,
        [
          Stored.blob(record.attachmentID), Stored.blob(record.owner), record.size,
          Stored.integer(record.expiresAt),
        ])
    case .deleteAttachment(let id):
      try run("DELETE FROM attachment WHERE attachment_id = ?", [Stored.blob(id)])
    default: break
    }
  }

  private func sweep(_ now: UInt64, _ rememberedBefore: UInt64, _ requestsBefore: UInt64) throws {
    try run("DELETE FROM session WHERE expires_at <= ?", [Stored.integer(now)])
    try run("DELETE FROM used_challenge WHERE expires_at <= ?", [Stored.integer(now)])
    try run("DELETE FROM rendezvous WHERE expires_at <= ?", [Stored.integer(now)])
    try run("DELETE FROM remembered_envelope WHERE at < ?", [Stored.integer(rememberedBefore)])
    try run("DELETE FROM request_use WHERE at < ?", [Stored.integer(requestsBefore)])
    try sweepEvents()
  }
}
