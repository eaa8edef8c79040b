/// Open requests, oldest first (owner only).
public struct KnockList: Hashable, Sendable, Codable {
  public var knocks: [KnockRequest]
  /// Where there are more: the `after` of the next page.
  public var next: String?

  public init(knocks: [KnockRequest], next: String? = nil) {
    self.knocks = knocks
    self.next = next
  }
}
