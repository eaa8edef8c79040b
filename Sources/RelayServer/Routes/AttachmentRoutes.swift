import GroveIdentity
import GroveServing
import GroveWire
import NIOCore
import RelayDomain

extension GroveRouter where Authenticator == RelayAuthenticator {
  /// Sealed files for "send a copy", written to disk as they arrive.
  func addAttachmentRoutes(_ relay: Relay, _ rates: RelayRates) {
    let limits = RouteLimits(
      body: relay.limits.attachmentBytes, perCaller: rates.attachments)
    onUpload(RelayRoutes.storeAttachment, limits: limits) { _, caller, bytes in
      let record = try await relay.store(bytes, by: caller)
      return AttachmentStored(
        attachmentID: record.attachmentID.base64url, size: record.size,
        expiresAt: DecimalUInt64(record.expiresAt))
    }
    onDownload(RelayRoutes.attachment, limits: limits) { request, caller in
      let id = try request.identifier("attachmentID") as AttachmentID
      let record = try await relay.look { reader, now in
        try RelayRules.attachment(id, for: caller.address, now: now, in: reader)
      }
      let file = try await relay.attachments.open(id)
      return OutgoingBytes(count: record.size) {
        try await relay.attachments.read(file, id, upTo: 256 << 10)
      }
    }
  }
}

extension Relay {
  /// The bytes first, durable, then the row; what is refused leaves neither.
  func store(_ bytes: IncomingBytes, by caller: RelayCaller) async throws -> AttachmentRecord {
    let limits = limits
    let expected = bytes.declaredLength ?? 1
    try await look { reader, _ in
      try RelayRules.roomForAttachment(
        of: expected, for: caller.address, limits: limits, in: reader)
    }
    let id = AttachmentID(unchecked: random(AttachmentID.byteCount))
    let file = try await attachments.create(id)
    let size: Int
    do {
      size = try await attachments.write(bytes, to: file, id)
      try await attachments.finish(file, id)
    } catch {
      await attachments.abandon(file, id)
      await attachments.remove(id)
      throw error
    }
    do {
      return try await change { reader, now in
        try RelayRules.store(
          id, size: size, by: caller.address, now: now, limits: limits, in: reader)
      }
    } catch {
      // The row may be there: then it must have its bytes. Without it they go at the next start.
      if (error as? RelayStoreError)?.code != .outcomeUnknown { await attachments.remove(id) }
      throw error
    }
  }
}
