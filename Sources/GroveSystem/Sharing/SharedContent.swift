public import GroveIdentity

/// What an app can provide of its content: for collaboration, as a copy, or both.
public struct SharedContent: Sendable, Redacted {
  /// Present where the content can be shared for collaboration.
  public var metadata: CollaborationMetadata?
  /// Present where it can be sent as a copy.
  public var file: ShareSheet.FileRepresentation?
  /// A picture of the content for the sheet's header, as the bytes of an image file; may be empty.
  public var image: [UInt8]
  /// Why it cannot be shared for collaboration, though its kind can: one sentence for the person.
  public var collaborationProblem: String?
  /// Why a picture that the app gives is not shown everywhere: one sentence for the person.
  public var pictureProblem: String?

  /// With neither metadata nor a file there is nothing to share, and no sheet is made of it.
  public init(
    metadata: CollaborationMetadata?, file: ShareSheet.FileRepresentation? = nil,
    image: [UInt8] = []
  ) {
    self.metadata = metadata
    self.file = file
    self.image = image
  }
}
