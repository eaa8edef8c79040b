public import GroveIdentity

/// A message that was sealed to this device by an unknown sender: its sender is only claimed until
/// `verify(senderChain:)` has answered, and its content cannot be read before.
public struct OpenedEnvelope: Hashable, Sendable, Redacted {
  /// As the relay delivered it; the seal proves that it was not changed.
  public let header: EnvelopeHeader
  let body: MessageBody
  let signature: [UInt8]
  let recipientKey: PublicKey

  /// Whose chain to fetch for verifying.
  public var claimedSender: AccountID { body.senderAccountID }
  /// The statement that must be in that chain.
  public var claimedStatement: StatementReference { body.senderStatement }

  /// Protocol 10.6 (3) and (4): the sender's statement is in its verified chain and lists the
  /// sending device, which signed exactly this message for exactly this key.
  public func verify(senderChain chain: StatementChain)
    -> Result<VerifiedMessage, EnvelopeRefusal>
  {
    guard chain.accountID == body.senderAccountID else { return .failure(.senderMismatch) }
    guard let statement = chain.statement(body.senderSeq) else {
      return .failure(.statementUnknown)
    }
    guard statement.hash == body.senderStatementHash else { return .failure(.statementForked) }
    guard let device = statement.device(body.senderDeviceID) else {
      return .failure(.deviceNotListed)
    }
    let signed = body.signedBytes(header: header, recipientKey: recipientKey)
    guard device.identityKey.isValidSignature(signature, for: signed) else {
      return .failure(.signatureInvalid)
    }
    return .success(
      VerifiedMessage(
        messageID: header.messageID, body: body,
        isFromRemovedDevice: chain.newest.device(body.senderDeviceID) == nil))
  }
}
