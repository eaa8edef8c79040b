public import GroveIdentity

/// A message whose sender is proven (protocol 10.6). Only `OpenedEnvelope` makes one. Still to be
/// asked by its holder: (5) not seen before, (6) the sender is in the conversation.
public struct VerifiedMessage: Hashable, Sendable, Redacted {
  /// From the header, which the signature covers.
  public let messageID: MessageID
  /// The signed content with its time and conversation.
  public let body: MessageBody
  /// A newer statement no longer lists the sending device. Its texts are shown with a mark; an
  /// invitation, membership update or notice from it is never acted upon, because a thief can
  /// date a message back (protocol 10.6 (3)).
  public let isFromRemovedDevice: Bool

  init(messageID: MessageID, body: MessageBody, isFromRemovedDevice: Bool) {
    self.messageID = messageID
    self.body = body
    self.isFromRemovedDevice = isFromRemovedDevice
  }

  /// What a person reads at a text of a removed device.
  public static let removedDeviceMark = "sent by a device that has since been removed"

  /// The account whose chain lists the signing device.
  public var sender: AccountID { body.senderAccountID }
  /// The device that signed.
  public var senderDevice: DeviceID { body.senderDeviceID }
  /// What the replay cache remembers for `ReplayWindow.retention`.
  public var identity: MessageIdentity {
    MessageIdentity(senderDeviceID: body.senderDeviceID, messageID: messageID)
  }

  /// Whether anything but showing it may follow from this message.
  public var mayAct: Bool { !isFromRemovedDevice }

  /// The content by its type, strictly decoded; nil for a type this version does not know.
  /// - Throws: `malformed` or `limitExceeded`.
  public func content() throws(IdentityError) -> MessageContent? {
    guard let type = body.contentType else { return nil }
    return try MessageContent(type, content: body.content)
  }
}
