import GroveIdentity
import GroveMessage
import RelayDomain

/// What the relay has taken and what devices have shown: nothing acknowledged may be lost, nothing may
/// stand before a person twice.
struct MessageLedger {
  private var places: [DeviceAddress: [MessageIdentity: UInt64]] = [:]
  /// By recipient: what it has been given and has not acknowledged.
  private var open: [DeviceAddress: [(place: UInt64, message: MessageIdentity)]] = [:]
  /// By recipient: what the relay has said it has.
  private var taken: [DeviceAddress: Set<MessageIdentity>] = [:]
  private(set) var invitations: Set<MessageID> = []

  /// The relay has acknowledged an upload, except for those it named.
  mutating func uploaded(
    _ envelopes: [[UInt8]], except refused: Set<DeviceAddress>, isInvitation: (MessageID) -> Bool
  ) {
    for bytes in envelopes {
      guard let (header, body) = StandInSeal.open(bytes) else { continue }
      let recipient = DeviceAddress(
        account: header.recipientAccountID, device: header.recipientDeviceID)
      guard !refused.contains(recipient) else { continue }
      let identity = MessageIdentity(
        senderDeviceID: body.senderDeviceID, messageID: header.messageID)
      taken[recipient, default: []].insert(identity)
      if isInvitation(header.messageID) { invitations.insert(header.messageID) }
    }
  }

  /// A device is no longer listed: its mailbox is gone, and rightly.
  mutating func removed(_ device: DeviceAddress) { taken[device] = nil }

  /// What a device is given out of its mailbox.
  mutating func given(_ page: [MailboxEntry], to device: DeviceAddress) throws(Violation) {
    for entry in page {
      guard case .envelope(_, let bytes) = entry.payload,
        let (header, body) = StandInSeal.open(bytes)
      else { continue }
      let message = MessageIdentity(
        senderDeviceID: body.senderDeviceID, messageID: header.messageID)
      if let place = places[device]?[message] {
        try hold(6, place == entry.sequence, "one envelope stands in a mailbox twice")
        continue
      }
      places[device, default: [:]][message] = entry.sequence
      open[device, default: []].append((entry.sequence, message))
    }
  }

  /// A device has let the relay forget everything up to `position`: all of it must be written.
  mutating func acknowledged(
    upTo position: UInt64, by device: DeviceAddress, _ seen: Set<MessageIdentity>
  ) throws(Violation) {
    for (place, message) in open[device] ?? [] where place <= position {
      try hold(6, seen.contains(message), "acknowledged before it was written")
    }
    open[device]?.removeAll { $0.place <= position }
  }

  /// At the end, when every device has fetched everything.
  func complete(_ device: DeviceAddress, _ seen: Set<MessageIdentity>) throws(Violation) {
    let lost = (taken[device] ?? []).subtracting(seen)
    try hold(6, lost.isEmpty, "\(lost.count) acknowledged messages never arrived")
  }
}

/// An envelope as the relay sees one, with the message body readable in the place of the ciphertext:
/// the relay would not know. Sealing and opening cost as much as a hundred steps.
enum StandInSeal {
  static func seal(_ body: MessageBody, _ messageID: MessageID, to recipient: DeviceAddress)
    -> [UInt8]
  {
    var writer = ByteWriter(capacity: 256 + body.content.count)
    writer.raw(
      EnvelopeHeader(
        messageID: messageID, recipientAccountID: recipient.account,
        recipientDeviceID: recipient.device, recipientKeyID: 1
      ).encoded)
    writer.raw([4] + [UInt8](repeating: 7, count: 64))
    let plain = body.encoded
    writer.u32(UInt32(plain.count))
    writer.raw(plain)
    return writer.bytes
  }

  static func messages(_ envelopes: [[UInt8]]) -> Set<MessageID> {
    Set(envelopes.compactMap { open($0)?.0.messageID })
  }

  static func open(_ bytes: [UInt8]) -> (EnvelopeHeader, MessageBody)? {
    guard let envelope = try? Envelope(encoded: bytes),
      let body = try? MessageBody(encoded: envelope.ciphertext)
    else { return nil }
    return (envelope.header, body)
  }
}
