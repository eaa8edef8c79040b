/// Names content that has not been shared yet. It has to mean something to the app that made it, on
/// this device; nobody else sees it.
public struct SWLocalCollaborationIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }
}
