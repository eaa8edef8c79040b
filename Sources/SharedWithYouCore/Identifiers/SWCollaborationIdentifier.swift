/// Names an item for everybody: on all devices, in every share of it. The app's server makes it
/// when a start action is fulfilled.
///
/// Any text may be wrapped; a share needs 1...255 bytes of UTF-8 (protocol 2.8), and fulfilling a
/// start action with anything else fails it.
public struct SWCollaborationIdentifier: RawRepresentable, Hashable, Sendable {
  /// The server's text; `SWCollaborationHighlight` has it as a plain string.
  public let rawValue: String

  /// Wraps the text that the app's server chose; nothing is checked here.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The same without a label, as the platform has it.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}
