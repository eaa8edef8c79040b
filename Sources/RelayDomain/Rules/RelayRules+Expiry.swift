extension RelayRules {
  /// What time takes away: the rows now, and which files to remove with them.
  ///
  /// - Returns: the attachments whose rows went; their files follow. A crash in between leaves files
  ///   without a row, which the next start removes.
  public static func expire(now: UInt64, limits: RelayLimits, in reader: any RelayReader) throws
    -> RelayDecision<[AttachmentID]>
  {
    let expired = try reader.expiredAttachments(at: now, limit: 500)
    let (before, underflow) = now.subtractingReportingOverflow(limits.rememberedFor)
    return RelayDecision(
      expired.map(RelayChange.deleteAttachment)
        + [.sweep(now: now, rememberedBefore: underflow ? 0 : before)],
      answer: expired)
  }
}
