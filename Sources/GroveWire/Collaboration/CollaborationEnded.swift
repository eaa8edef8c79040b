/// Sharing has stopped: every identity is gone.
public struct CollaborationEnded: Hashable, Sendable, Codable {
  /// What was served under the collaboration and is served no longer; the counts are zero where
  /// nothing changed.
  public var cut: IdentitiesUpdated.Cut

  /// What a server answers to ending a collaboration, deleting its document, and leaving it.
  public init(cut: IdentitiesUpdated.Cut) {
    self.cut = cut
  }
}
