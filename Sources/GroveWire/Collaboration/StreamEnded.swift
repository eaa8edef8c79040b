/// The last event of a stream that the server ends for a reason the person should be told.
public struct StreamEnded: Hashable, Sendable, Codable {
  /// The owner took access away from this account, or it left by itself elsewhere; the owner stopped
  /// sharing with everybody, or deleted the document; the session ended, or the reader did not keep up.
  /// After `tooSlow` the stream may be opened again; after the others it is refused.
  public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
    case removed, left, stopped, deleted
    case signedOut = "signed_out"
    case tooSlow = "too_slow"
  }

  /// Why, for the sentence a person reads.
  public var reason: Reason

  /// Sent by the server just before it closes the stream.
  public init(reason: Reason) {
    self.reason = reason
  }
}
