public import Foundation

/// Asks for the link and the identifier of content that is about to be shared.
// Both additional properties are constants; the metadata is Sendable.
public class SWStartCollaborationAction: SWAction, @unchecked Sendable {
  /// What the app said, with the options that the person chose.
  public let collaborationMetadata: SWCollaborationMetadata

  init(uuid: UUID, metadata: SWCollaborationMetadata, reply: ActionReply) {
    collaborationMetadata = metadata
    super.init(uuid: uuid, reply: reply)
  }

  /// Supplies the universal link, which has to be one of the app's own origin, and the identifier
  /// by which every device knows the content.
  public func fulfill(
    using url: URL, collaborationIdentifier: SWCollaborationIdentifier
  ) {
    reply.answer(
      .fulfilled(
        StartedCollaboration(
          link: url.absoluteString, identifier: collaborationIdentifier.rawValue)))
  }

  /// Without a link there is nothing to send: this fails the action, and says why.
  public override func fulfill() {
    fail(reason: "it fulfilled the start without a link")
  }

  public override func copy(with zone: NSZone? = nil) -> Any {
    SWStartCollaborationAction(uuid: uuid, metadata: collaborationMetadata, reply: reply)
  }

  public required init?(coder: NSCoder) {
    guard
      let metadata = coder.object(SWCollaborationMetadata.self, "collaborationMetadata")
    else { return nil }
    collaborationMetadata = metadata
    super.init(coder: coder)
  }

  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.put(collaborationMetadata, "collaborationMetadata")
  }
}
