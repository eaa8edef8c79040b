/// The last event of a stream that the server ends for a reason the person should be told.
public struct StreamEnded: Hashable, Sendable, Codable {
  /// Access was taken away, the owner deleted the document, the session ended, or the reader did
  /// not keep up. After `tooSlow` the stream may be opened again; after the others it is refused.
  public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
    case removed, deleted
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
