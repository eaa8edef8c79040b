public import Foundation

/// Asks for the link and the identifier of content that is about to be shared.
// Both additional properties are constants; the metadata is Sendable.
public class SWStartCollaborationAction: SWAction, @unchecked Sendable {
  /// What the app said when it offered the content, with the options that the person chose.
  public let collaborationMetadata: SWCollaborationMetadata

  init(uuid: UUID, metadata: SWCollaborationMetadata, reply: ActionReply) {
    collaborationMetadata = metadata
    super.init(uuid: uuid, reply: reply)
  }

  /// Supplies what is sent; the messenger fails the share where the link is not of the app's
  /// origin, or the identifier is none (1...255 bytes, protocol 2.8). A start that is fulfilled
  /// without a link (`fulfill()`) is lost: what was made for it only the app can know, and the app
  /// is asked to take it back.
  ///
  /// - Parameters:
  ///   - url: the universal link, of the app's own origin.
  ///   - collaborationIdentifier: the name by which every device knows the content.
  public func fulfill(
    using url: URL, collaborationIdentifier: SWCollaborationIdentifier
  ) {
    reply.answer(
      .fulfilled(
        StartedCollaboration(
          link: url.absoluteString, identifier: collaborationIdentifier.rawValue)))
  }

  /// The same action: answering the copy answers this.
  public override func copy(with zone: NSZone? = nil) -> Any {
    SWStartCollaborationAction(uuid: uuid, metadata: collaborationMetadata, reply: reply)
  }

  /// A record of the action; nobody waits for its answer. Nil where the metadata is missing.
  public required init?(coder: NSCoder) {
    guard
      let metadata = coder.object(SWCollaborationMetadata.self, "collaborationMetadata")
    else { return nil }
    collaborationMetadata = metadata
    super.init(coder: coder)
  }

  /// The action with its metadata, without a way to answer.
  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.put(collaborationMetadata, "collaborationMetadata")
  }
}
