/// Names content that has not been shared yet. It has to mean something to the app that made it, on
/// this device; nobody else sees it.
public struct SWLocalCollaborationIdentifier: RawRepresentable, Hashable, Sendable {
  /// The app's own text; may be anything, also empty.
  public let rawValue: String

  /// Wraps a text by which the app finds the content again when it is given an action.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The same without a label, as the platform has it.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}
