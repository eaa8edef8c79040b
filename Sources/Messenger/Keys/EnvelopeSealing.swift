import GroveIdentity
import GroveMessage
import MessengerDomain

/// One envelope for each device of each recipient (protocol 10.5).
struct EnvelopeSealing: Sendable, Redacted {
  let myAccount: KnownAccount
  let keys: DeviceKeys
  let now: UInt64

  /// - Parameters:
  ///   - recipients: this device itself gets no envelope.
  ///   - sentAt: when the person sent it.
  /// - Returns: encoded envelopes; none where nobody else has a device with a usable key.
  func seal(_ message: OutgoingMessage, to recipients: [RecipientAccount], sentAt: UInt64) throws
    -> [[UInt8]]
  {
    try recipients.flatMap { recipient -> [[UInt8]] in
      guard let content = message.content(for: recipient.account.accountID) else { return [] }
      let body = try MessageBody(
        senderAccountID: myAccount.accountID, senderDeviceID: keys.deviceID,
        senderStatement: myAccount.chain.newest.reference, sentAt: sentAt,
        conversationID: message.conversationID, contentType: message.contentType,
        content: content)
      return try recipient.keys.values.filter { $0.deviceID != keys.deviceID }
        .sorted { $0.deviceID < $1.deviceID }
        .map {
          try EnvelopeSealer.seal(
            body: body, messageID: message.messageID, to: EnvelopeRecipient($0),
            signedBy: keys.identityKey)
        }
    }
  }
}
