/// Names an item for everybody: on all devices, in every share of it. The app's server makes it
/// when a start action is fulfilled.
///
/// Any text may be wrapped; a share needs 1...255 bytes of UTF-8 (protocol 2.8), and fulfilling a
/// start action with anything else fails it.
public struct SWCollaborationIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }
}
