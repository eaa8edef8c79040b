public import GroveIdentity

/// Appends opaque bytes to a document's update log. The server never interprets them. Sending the
/// same identifier again answers the first sequence.
public struct AppendUpdate: Hashable, Sendable, Codable {
  public var updateID: RequestID
  public var kind: UpdateKind
  /// At most 1 MiB.
  public var data: Base64URLBytes

  public init(updateID: RequestID, kind: UpdateKind, data: Base64URLBytes) {
    self.updateID = updateID
    self.kind = kind
    self.data = data
  }
}

/// What an update does, as far as share options go: read-only participants may still comment
/// where comments are allowed.
public enum UpdateKind: String, Hashable, Sendable, Codable, CaseIterable {
  case edit, comment
}
