public import GroveIdentity

/// What an app can provide of its content: for collaboration, as a copy, or both.
public struct SharedContent: Sendable, Redacted {
  public var metadata: CollaborationMetadata?
  public var file: ShareSheet.FileRepresentation?
  /// For the header; may be empty.
  public var image: [UInt8]

  public init(
    metadata: CollaborationMetadata?, file: ShareSheet.FileRepresentation? = nil,
    image: [UInt8] = []
  ) {
    self.metadata = metadata
    self.file = file
    self.image = image
  }
}
