public import GroveIdentity

/// What makes an envelope the same one when it is uploaded again.
public struct EnvelopeKey: Hashable, Sendable {
  public var sender: DeviceAddress
  public var messageID: MessageID
  public var recipient: DeviceAddress

  public init(sender: DeviceAddress, messageID: MessageID, recipient: DeviceAddress) {
    self.sender = sender
    self.messageID = messageID
    self.recipient = recipient
  }
}
