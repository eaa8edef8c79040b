/// The batch is durable; it will be delivered.
public struct EnvelopesAccepted: Hashable, Sendable, Codable {
  /// Envelopes queued now.
  public var accepted: Int
  /// Envelopes that were queued before.
  public var duplicates: Int

  public init(accepted: Int, duplicates: Int) {
    self.accepted = accepted
    self.duplicates = duplicates
  }
}
