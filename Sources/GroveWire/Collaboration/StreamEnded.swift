/// The last event of a stream that the server ends for a reason the person should be told.
public struct StreamEnded: Hashable, Sendable, Codable {
  public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
    case removed, deleted
    case signedOut = "signed_out"
    case tooSlow = "too_slow"
  }

  public var reason: Reason

  public init(reason: Reason) {
    self.reason = reason
  }
}
