public import GroveIdentity
public import GroveWire

extension RelayClient {
  /// One logical message, one envelope per device. Each recipient is decided alone: the answer names
  /// those who did not take it. Sending the same batch again is no change for those who did. Refused
  /// with `devices_changed`, `not_a_member`.
  /// - Parameters:
  ///   - isQuiet: nobody whose page is closed is woken for it.
  ///   - isFinal: taken now or never, also where a copy sent before is still on its way.
  public func upload(
    _ envelopes: [[UInt8]], isQuiet: Bool = false, isFinal: Bool = false
  ) async throws(ClientError) -> EnvelopesAccepted {
    let body = UploadEnvelopes(
      envelopes: envelopes.map { Base64URLBytes($0) }, isFinal: isFinal ? true : nil)
    return try await caller.call(
      RelayRoutes.uploadEnvelopes, .json(body),
      headers: isQuiet ? [ClientHeader("Urgency", "low")] : [])
  }

  /// The relay's key for web push. Refused with `not_found` where it wakes nobody.
  public func webPush() async throws(ClientError) -> WebPushOffer {
    try await caller.call(RelayRoutes.webPush)
  }

  /// Where this device is woken. Refused with `not_found`, `forbidden`.
  public func setWebPush(_ subscription: SetWebPush) async throws(ClientError) {
    _ = try await caller.call(RelayRoutes.setWebPush, .json(subscription))
  }

  /// This device is not woken any more.
  public func endWebPush() async throws(ClientError) {
    _ = try await caller.call(RelayRoutes.endWebPush)
  }

  /// What waits after a position, oldest first. Refused with `position_unknown`.
  /// - Parameter limit: 1...500.
  public func mailbox(after: UInt64, limit: Int = 100) async throws(ClientError) -> MailboxPage {
    try await caller.call(
      RelayRoutes.mailbox, query: [("after", String(after)), ("limit", String(limit))])
  }

  /// What arrives in the mailbox, from now until the caller stops reading.
  public func mailboxStream(
    after: UInt64, policy: ReconnectPolicy = ReconnectPolicy(),
    clock: any Clock<Duration> = ContinuousClock()
  ) -> EventSequence<MailboxEvent> {
    let caller = caller
    return EventSequence(
      start: String(after), policy: policy, clock: clock,
      open: { after throws(ClientError) in
        try await caller.open(RelayRoutes.mailboxStream, path: [], lastEventID: after)
      },
      decode: { event throws(ClientError) in
        guard event.name == RelayRoutes.mailboxEventName else { return nil }
        return try EventData.decode(MailboxEvent.self, event)
      },
      isLast: { _ in false })
  }

  /// Everything up to `sequence` is safely stored here; the relay forgets it.
  public func acknowledge(upTo sequence: UInt64) async throws(ClientError) {
    let body = AcknowledgeMailbox(upTo: DecimalUInt64(sequence))
    _ = try await caller.call(RelayRoutes.acknowledgeMailbox, .json(body))
  }

  /// Leaves a message for the other device while one is linked (protocol 3.8); needs no sign-in.
  /// Refused with `too_large`, `limit_exceeded`.
  ///
  /// - Parameters:
  ///   - message: at most 8 KiB.
  ///   - id: base64url of the 16 random bytes.
  public func leave(_ message: [UInt8], atRendezvous id: String) async throws(ClientError) {
    let body = RendezvousMessage(data: Base64URLBytes(message))
    _ = try await caller.call(RelayRoutes.leaveRendezvousMessage, .json(body), path: [id])
  }

  /// What has been left at a rendezvous, from an index on.
  /// - Parameter wait: seconds to wait for a message, 0...25.
  public func rendezvous(_ id: String, from index: Int, wait: Int = 0) async throws(ClientError)
    -> RendezvousMessages
  {
    try await caller.call(
      RelayRoutes.rendezvousMessages, path: [id],
      query: [("from", String(index)), ("wait", String(wait))], idleLimit: wait + 15)
  }

  /// Uploads a file for "send a copy". Refused with `too_large`, `limit_exceeded`.
  /// - Parameter sealed: at most 25 MiB, sealed by the device.
  public func storeAttachment(_ sealed: [UInt8]) async throws(ClientError) -> AttachmentStored {
    try await caller.call(RelayRoutes.storeAttachment, .raw(sealed))
  }

  /// The sealed bytes, for anybody signed in who knows the identifier; compare their digest before
  /// opening them. Refused with `not_found`.
  public func attachment(_ id: String) async throws(ClientError) -> [UInt8] {
    try await caller.call(RelayRoutes.attachment, path: [id])
  }

  /// An address that one app's server may push notices of one collaboration to (protocol 12.8).
  /// Refused with `limit_exceeded`.
  public func makeNoticeAddress(for serverKey: PublicKey) async throws(ClientError)
    -> NoticeAddressMade
  {
    try await caller.call(
      RelayRoutes.makeNoticeAddress, .json(MakeNoticeAddress(serverKey: serverKey)))
  }

  /// The addresses this account has given out.
  public func noticeAddresses() async throws(ClientError) -> NoticeAddressList {
    try await caller.call(RelayRoutes.noticeAddresses)
  }

  /// Ends an address at once. Refused with `not_found`.
  /// - Parameter id: base64url, as in the answer that gave it out.
  public func endNoticeAddress(_ id: String) async throws(ClientError) {
    _ = try await caller.call(RelayRoutes.endNoticeAddress, path: [id])
  }
}
