public import GroveIdentity

/// Says the caller is here, with a lease; the app decides what the state means.
public struct PutPresence: Hashable, Sendable, Codable {
  /// One per open window or program.
  public var clientID: RequestID
  /// Cursor, selection and the like: at most 4 KiB.
  public var state: Base64URLBytes
  /// 5..120, default 30.
  public var leaseSeconds: Int?

  /// Enters or renews; an app repeats it before the lease ends.
  public init(clientID: RequestID, state: Base64URLBytes, leaseSeconds: Int? = nil) {
    self.clientID = clientID
    self.state = state
    self.leaseSeconds = leaseSeconds
  }
}
