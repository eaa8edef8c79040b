/// Replaces the share options (owner only).
public struct ChangeShareOptions: Hashable, Sendable, Codable {
  /// All of them: what was selected before is not merged in.
  public var options: ShareOptions

  /// Takes effect with the next read and write of every participant.
  public init(options: ShareOptions) {
    self.options = options
  }
}
