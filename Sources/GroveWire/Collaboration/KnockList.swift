/// Open requests, oldest first (owner only).
public struct KnockList: Hashable, Sendable, Codable {
  /// At most as many as were asked for; those that were ignored are left out.
  public var knocks: [KnockRequest]
  /// Where there are more: the `after` of the next page.
  public var next: String?

  /// One page as a server answers it, or all pages that a client has put together.
  public init(knocks: [KnockRequest], next: String? = nil) {
    self.knocks = knocks
    self.next = next
  }
}
