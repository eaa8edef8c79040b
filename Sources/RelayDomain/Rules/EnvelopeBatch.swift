public import GroveIdentity
import GroveMessage

/// One logical message as envelopes for many devices, strictly read (protocol 10.3, 10.5).
public struct EnvelopeBatch: Sendable {
  /// The one identifier of all envelopes.
  public let messageID: MessageID
  /// In the order sent; no device twice.
  public let envelopes: [(recipient: DeviceAddress, bytes: [UInt8])]

  /// Reads the body of an upload.
  /// - Throws: `malformed` for bytes that are no envelope, several message identifiers or a device
  ///   addressed twice; `limit_exceeded` for too many; `too_large` for one that is too large.
  public init(_ encoded: [[UInt8]], limits: RelayLimits) throws(RelayRefusal) {
    guard encoded.count <= limits.envelopesPerBatch else {
      throw RelayRefusal(.limitExceeded, "envelopes of one batch")
    }
    var read: [(recipient: DeviceAddress, bytes: [UInt8])] = []
    read.reserveCapacity(encoded.count)
    var seen = Set<DeviceAddress>()
    var messageID: MessageID?
    for bytes in encoded {
      let header = try Self.header(of: bytes, limits)
      guard messageID == nil || messageID == header.messageID else {
        throw RelayRefusal(.malformed, "a batch is one message")
      }
      messageID = header.messageID
      let recipient = DeviceAddress(
        account: header.recipientAccountID, device: header.recipientDeviceID)
      guard seen.insert(recipient).inserted else {
        throw RelayRefusal(.malformed, "a device is addressed twice")
      }
      read.append((recipient, bytes))
    }
    guard let messageID else { throw RelayRefusal(.malformed, "envelopes") }
    self.messageID = messageID
    envelopes = read
  }

  private static func header(of bytes: [UInt8], _ limits: RelayLimits) throws(RelayRefusal)
    -> EnvelopeHeader
  {
    guard bytes.count <= limits.envelopeBytes else {
      throw RelayRefusal(.tooLarge, "an envelope")
    }
    do {
      return try Envelope(encoded: bytes).header
    } catch {
      throw RelayRefusal(error.code == .limitExceeded ? .tooLarge : .malformed, "an envelope")
    }
  }
}
