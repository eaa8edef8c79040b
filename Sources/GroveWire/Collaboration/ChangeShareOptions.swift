/// Replaces the share options (owner only).
public struct ChangeShareOptions: Hashable, Sendable, Codable {
  public var options: ShareOptions

  public init(options: ShareOptions) {
    self.options = options
  }
}
