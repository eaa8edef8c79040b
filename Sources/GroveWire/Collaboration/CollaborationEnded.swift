/// Sharing has stopped: every identity is gone.
public struct CollaborationEnded: Hashable, Sendable, Codable {
  public var cut: IdentitiesUpdated.Cut

  public init(cut: IdentitiesUpdated.Cut) {
    self.cut = cut
  }
}
