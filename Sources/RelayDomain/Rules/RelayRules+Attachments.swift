extension RelayRules {
  /// Whether the account has room for a file of this size: asked before its bytes are taken.
  public static func roomForAttachment(
    of size: Int, for caller: DeviceAddress, limits: RelayLimits, in reader: any RelayReader
  ) throws -> Result<Void, RelayRefusal> {
    try look { try checkRoom(of: size, for: caller, limits: limits, in: reader) }
  }

  /// Enters a file whose bytes are durable already.
  public static func store(
    _ attachment: AttachmentID, size: Int, by caller: DeviceAddress, now: UInt64,
    limits: RelayLimits, in reader: any RelayReader
  ) throws -> RelayAnswer<AttachmentRecord> {
    try decide {
      try checkRoom(of: size, for: caller, limits: limits, in: reader)
      let record = AttachmentRecord(
        attachmentID: attachment, owner: caller.account, size: size,
        expiresAt: now + limits.attachmentLifetime)
      return (record, [.insertAttachment(record)])
    }
  }

  /// The file of this name, for anybody signed in who knows it.
  public static func attachment(
    _ id: AttachmentID, for caller: DeviceAddress, now: UInt64, in reader: any RelayReader
  ) throws -> Result<AttachmentRecord, RelayRefusal> {
    try look {
      try reader.requireListed(caller)
      guard let record = try reader.attachment(id), record.expiresAt > now else {
        throw RelayRefusal(.notFound)
      }
      return record
    }
  }

  private static func checkRoom(
    of size: Int, for caller: DeviceAddress, limits: RelayLimits, in reader: any RelayReader
  ) throws {
    try reader.requireListed(caller)
    guard size > 0 else { throw RelayRefusal(.malformed, "an empty attachment") }
    guard size <= limits.attachmentBytes else { throw RelayRefusal(.tooLarge) }
    let use = try reader.attachmentUse(of: caller.account)
    guard use.count < limits.attachmentsPerAccount,
      use.bytes + size <= limits.attachmentBytesPerAccount
    else { throw RelayRefusal(.limitExceeded, "attachments of one account") }
  }
}
