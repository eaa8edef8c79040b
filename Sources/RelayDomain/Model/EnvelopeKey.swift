public import GroveIdentity

/// What makes an envelope the same one when it is uploaded again.
public struct EnvelopeKey: Hashable, Sendable {
  /// The device that uploads; two devices of an account may use one message identifier.
  public var sender: DeviceAddress
  /// The sender's, from the envelope's header.
  public var messageID: MessageID
  /// The device it is for.
  public var recipient: DeviceAddress

  /// Made for every envelope of an upload.
  public init(sender: DeviceAddress, messageID: MessageID, recipient: DeviceAddress) {
    self.sender = sender
    self.messageID = messageID
    self.recipient = recipient
  }
}
