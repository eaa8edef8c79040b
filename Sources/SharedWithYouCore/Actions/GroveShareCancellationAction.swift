public import Foundation

/// Asks an app to take back what it made for a start action whose message was not sent. Not in the
/// platform's framework; see `GroveShareCancellationHandler`.
// The additional properties are constants of types that are Sendable.
public class GroveShareCancellationAction: SWAction, @unchecked Sendable {
  /// The `uuid` of the start action.
  public let startActionUUID: UUID
  /// Its identifier is empty where the start action was never answered, so that only the app can
  /// know what it made for it.
  public let collaborationMetadata: SWCollaborationMetadata

  init(
    uuid: UUID, startActionUUID: UUID, metadata: SWCollaborationMetadata, reply: ActionReply
  ) {
    self.startActionUUID = startActionUUID
    collaborationMetadata = metadata
    super.init(uuid: uuid, reply: reply)
  }

  /// The same action: answering the copy answers this.
  public override func copy(with zone: NSZone? = nil) -> Any {
    GroveShareCancellationAction(
      uuid: uuid, startActionUUID: startActionUUID, metadata: collaborationMetadata, reply: reply)
  }

  /// A record of the action; nobody waits for its answer. Nil where a part is missing.
  public required init?(coder: NSCoder) {
    guard let start = coder.text("startActionUUID").flatMap({ UUID(uuidString: $0) }),
      let metadata = coder.object(SWCollaborationMetadata.self, "collaborationMetadata")
    else { return nil }
    startActionUUID = start
    collaborationMetadata = metadata
    super.init(coder: coder)
  }

  /// The action's parts, without a way to answer.
  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.put(startActionUUID.uuidString, "startActionUUID")
    coder.put(collaborationMetadata, "collaborationMetadata")
  }
}
