/// Open requests, oldest first (owner only).
public struct KnockList: Hashable, Sendable, Codable {
  public var knocks: [KnockRequest]

  public init(knocks: [KnockRequest]) {
    self.knocks = knocks
  }
}
