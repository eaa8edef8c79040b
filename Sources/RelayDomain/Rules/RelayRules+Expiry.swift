extension RelayRules {
  /// What time takes away: the rows now, and which files to remove with them.
  ///
  /// - Returns: the attachments whose rows went; their files follow. A crash in between leaves files
  ///   without a row, which the next start removes.
  public static func expire(now: UInt64, limits: RelayLimits, in reader: any RelayReader) throws
    -> RelayDecision<[AttachmentID]>
  {
    let expired = try reader.expiredAttachments(at: now, limit: 500)
    let mail = try reader.expiredMail(
      before: time(now, minus: limits.mailboxLifetime), mailboxes: 50, entries: 5000)
    return RelayDecision(
      expired.map(RelayChange.deleteAttachment) + mail.flatMap { leaveGap($0, at: now) }
        + [
          .sweep(
            now: now, rememberedBefore: time(now, minus: limits.rememberedFor),
            requestsBefore: time(now, minus: limits.requestLifetime),
            addressesBefore: time(now, minus: limits.noticeAddressLifetime))
        ],
      answer: expired)
  }

  /// A device that comes back is told how much it has missed.
  private static func leaveGap(_ mail: ExpiredMail, at now: UInt64) -> [RelayChange] {
    [
      .acknowledge(mail.mailbox, upTo: mail.upTo),
      .deliver(.gap(entries: mail.lost), to: [mail.mailbox], at: now),
    ]
  }

  private static func time(_ now: UInt64, minus lifetime: UInt64) -> UInt64 {
    now - min(now, lifetime)
  }
}
