public import Foundation

/// Asks for identities to be stored and removed on the app's server: before a share is sent, and
/// whenever its participants change.
// The additional properties are constants of types that are Sendable.
public class SWUpdateCollaborationParticipantsAction: SWAction, @unchecked Sendable {
  /// Carries the identifier that the start action was fulfilled with.
  public let collaborationMetadata: SWCollaborationMetadata
  /// Store their root hashes.
  public let addedIdentities: [SWPerson.Identity]
  /// Revoke the access of whoever proved one of these, and forget the hashes.
  public let removedIdentities: [SWPerson.Identity]
  /// Empty unless the action handler is a `GroveIdentityReplacementHandler`; for others each of
  /// these is one added and one removed identity. Not in the platform's framework.
  public let replacedIdentities: [GroveIdentityReplacement]

  init(
    uuid: UUID, metadata: SWCollaborationMetadata, added: [SWPerson.Identity],
    removed: [SWPerson.Identity], replaced: [GroveIdentityReplacement] = [], reply: ActionReply
  ) {
    collaborationMetadata = metadata
    addedIdentities = added
    removedIdentities = removed
    replacedIdentities = replaced
    super.init(uuid: uuid, reply: reply)
  }

  public override func copy(with zone: NSZone? = nil) -> Any {
    SWUpdateCollaborationParticipantsAction(
      uuid: uuid, metadata: collaborationMetadata, added: addedIdentities,
      removed: removedIdentities, replaced: replacedIdentities, reply: reply)
  }

  public required init?(coder: NSCoder) {
    guard
      let metadata = coder.object(SWCollaborationMetadata.self, "collaborationMetadata")
    else { return nil }
    collaborationMetadata = metadata
    addedIdentities = coder.objects(SWPersonIdentity.self, "addedIdentities")
    removedIdentities = coder.objects(SWPersonIdentity.self, "removedIdentities")
    replacedIdentities = zip(
      coder.objects(SWPersonIdentity.self, "replacedOld"),
      coder.objects(SWPersonIdentity.self, "replacedNew")
    ).map { GroveIdentityReplacement(old: $0, new: $1) }
    super.init(coder: coder)
  }

  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.put(collaborationMetadata, "collaborationMetadata")
    coder.put(addedIdentities, "addedIdentities")
    coder.put(removedIdentities, "removedIdentities")
    coder.put(replacedIdentities.map(\.old), "replacedOld")
    coder.put(replacedIdentities.map(\.new), "replacedNew")
  }
}
