public import GroveIdentity

extension SignedStatement {
  /// A key that may sign an account's next statement.
  public enum Key: Sendable {
    /// A device identity key whose entry has flag bit 0.
    case device(SigningKey)
    /// The key behind the recovery code (protocol 3.7).
    case recovery(SigningKey)
  }

  /// The first statement of an account with one device, which may do everything.
  ///
  /// - Parameters:
  ///   - issuedAt: milliseconds since 1970.
  ///   - recoveryKey: the public half of the key behind the recovery code.
  ///   - identityKey: the device's identity key; signs the statement and its own possession.
  ///   - baseKey: the public half of the device's diversification base key.
  public static func genesis(
    issuedAt: UInt64, recoveryKey: PublicKey?, identityKey: SigningKey, baseKey: PublicKey,
    flags: DeviceEntry.Flags = [.mayChangeDeviceList, .takesPartInCollaborations]
  ) throws -> SignedStatement {
    let entry = DeviceEntry(
      flags: flags, identityKey: identityKey.publicKey, baseKey: baseKey)
    let statement = try AccountStatement(
      accountID: .zero, seq: 0, prevHash: .zero, issuedAt: issuedAt, recoveryKey: recoveryKey,
      devices: [entry])
    let possession = try Possession(
      entry: entry, accountID: .zero, prevHash: .zero, signedBy: identityKey)
    return try SignedStatement(
      statement, signedBy: .device(identityKey), possession: [possession])
  }

  /// The statement after `previous`.
  ///
  /// - Parameters:
  ///   - issuedAt: the clock; a clock that went back is lifted to the previous statement's time, or
  ///     an account could not change its list until the clock has caught up.
  ///   - recoveryKey: of the new statement; pass the previous one's to keep it.
  ///   - devices: the whole new list, in any order.
  ///   - possession: one for each new device and each replaced base key.
  /// - Throws: the rule of protocol 3.5.1 that the new list breaks. Whether the signer may sign is
  ///   for the chain to say.
  public static func next(
    after previous: AccountStatement, issuedAt: UInt64, recoveryKey: PublicKey?,
    devices: [DeviceEntry], signedBy key: Key, possession: [Possession]
  ) throws -> SignedStatement {
    let (seq, overflow) = previous.seq.addingReportingOverflow(1)
    guard !overflow else { throw StatementRefusal.sequenceSkipped }
    let statement = try AccountStatement(
      accountID: previous.accountID, seq: seq, prevHash: previous.hash,
      issuedAt: max(issuedAt, previous.issuedAt), recoveryKey: recoveryKey, devices: devices)
    return try SignedStatement(statement, signedBy: key, possession: possession)
  }

  /// Signs a statement that has been put together already.
  public init(
    _ statement: AccountStatement, signedBy key: Key, possession: [Possession]
  ) throws {
    let (signer, signingKey): (Signer, SigningKey) =
      switch key {
      case .device(let key): (.device(DeviceID(identityKey: key.publicKey)), key)
      case .recovery(let key): (.recovery, key)
      }
    self.init(
      body: Base64URLBytes(statement.encoded), signer: signer,
      signature: Base64URLBytes(try signingKey.sign(statement.signedBytes)),
      possession: possession)
  }

  /// The statement inside, strictly decoded and not verified.
  public func unverifiedStatement() throws(StatementRefusal) -> AccountStatement {
    try AccountStatement(encoded: body.bytes)
  }
}
