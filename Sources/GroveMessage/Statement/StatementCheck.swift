import GroveIdentity

/// The conditions of protocol 3.5 on one record, in the order in which they are asked.
struct StatementCheck {
  let record: SignedStatement
  let statement: AccountStatement

  init(_ record: SignedStatement) throws(StatementRefusal) {
    self.record = record
    statement = try AccountStatement(encoded: record.body.bytes)
  }

  /// Valid as the first statement of an account, signed by a device it lists itself.
  func genesis() throws(StatementRefusal) -> AccountStatement {
    guard statement.seq == 0, statement.writtenAccountID == .zero, statement.prevHash == .zero
    else { throw .notGenesis }
    guard case .device(let id) = record.signer else { throw .signerUnknown }
    try checkSignature(by: try manager(id, in: statement))
    try checkPossession(after: nil)
    return statement
  }

  /// Valid directly after `previous`.
  func follows(_ previous: AccountStatement, of account: AccountID) throws(StatementRefusal) {
    guard statement.writtenAccountID == account else { throw .accountMismatch }
    guard statement.prevHash == previous.hash else { throw .previousHashMismatch }
    guard statement.issuedAt >= previous.issuedAt else { throw .issuedEarlier }
    switch record.signer {
    case .device(let id): try checkSignature(by: try manager(id, in: previous))
    case .recovery:
      guard let key = previous.recoveryKey else { throw .recoveryKeyAbsent }
      try checkSignature(by: key)
    }
    try checkPossession(after: previous)
  }

  private func manager(_ id: DeviceID, in list: AccountStatement) throws(StatementRefusal)
    -> PublicKey
  {
    guard let device = list.device(id) else { throw .signerUnknown }
    guard device.flags.contains(.mayChangeDeviceList) else { throw .signerNotManager }
    return device.identityKey
  }

  private func checkSignature(by key: PublicKey) throws(StatementRefusal) {
    guard key.isValidSignature(record.signature.bytes, for: statement.signedBytes) else {
      throw .signatureInvalid
    }
  }

  /// Exactly one possession signature for each entry that is new or has another key, and no other
  /// (protocol 3.5.1).
  private func checkPossession(after previous: AccountStatement?) throws(StatementRefusal) {
    var signatures: [DeviceID: [UInt8]] = [:]
    for possession in record.possession {
      let earlier = signatures.updateValue(possession.signature.bytes, forKey: possession.deviceID)
      guard earlier == nil else { throw .possessionUnexpected }
    }
    for entry in statement.devices where entry.needsPossession(after: previous) {
      guard let signature = signatures.removeValue(forKey: entry.deviceID) else {
        throw .possessionMissing
      }
      let signed = entry.possessionBytes(
        accountID: statement.writtenAccountID, prevHash: statement.prevHash)
      guard entry.identityKey.isValidSignature(signature, for: signed) else {
        throw .possessionInvalid
      }
    }
    guard signatures.isEmpty else { throw .possessionUnexpected }
  }
}
