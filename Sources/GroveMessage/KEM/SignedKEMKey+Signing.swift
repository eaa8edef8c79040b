public import GroveIdentity

extension SignedKEMKey {
  /// Signs a record with its device's identity key.
  public init(_ record: KEMKeyRecord, signedBy identityKey: SigningKey) throws {
    self.init(
      body: Base64URLBytes(record.encoded),
      signature: Base64URLBytes(try identityKey.sign(record.signedBytes)))
  }

  /// The record, if its device is listed in `statement` and signed it.
  ///
  /// - Parameter statement: the account's newest verified one; a device that has been removed no
  ///   longer has a key anybody seals to.
  public func verified(in statement: AccountStatement) -> Result<KEMKeyRecord, KEMKeyRefusal> {
    let record: KEMKeyRecord
    do {
      record = try KEMKeyRecord(encoded: body.bytes)
    } catch {
      return .failure(error)
    }
    guard record.accountID == statement.accountID else { return .failure(.accountMismatch) }
    guard let device = statement.device(record.deviceID) else { return .failure(.deviceNotListed) }
    guard device.identityKey.isValidSignature(signature.bytes, for: record.signedBytes) else {
      return .failure(.signatureInvalid)
    }
    return .success(record)
  }

  /// The same against the newest statement of a verified chain.
  public func verified(in chain: StatementChain) -> Result<KEMKeyRecord, KEMKeyRefusal> {
    verified(in: chain.newest)
  }
}
