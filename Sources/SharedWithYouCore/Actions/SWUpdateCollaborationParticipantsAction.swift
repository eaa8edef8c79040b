public import Foundation

/// Asks for identities to be stored and removed on the app's server: before a share is sent, and
/// whenever its participants change.
// The additional properties are constants of types that are Sendable.
public class SWUpdateCollaborationParticipantsAction: SWAction, @unchecked Sendable {
  /// Carries the identifier that the start action was fulfilled with.
  public let collaborationMetadata: SWCollaborationMetadata
  /// Identities whose root hashes the app's server stores, before it fulfils the action.
  public let addedIdentities: [SWPerson.Identity]
  /// Identities whose root hashes the app's server removes, with the access of whoever proved one.
  public let removedIdentities: [SWPerson.Identity]
  /// Empty unless the action handler is a `GroveIdentityReplacementHandler`; for others each of
  /// these is one added and one removed identity. Not in the platform's framework.
  public let replacedIdentities: [GroveIdentityReplacement]
  /// Of those to be added, whose person was given another identity before. Not in the platform's framework.
  public let samePersons: [GroveSamePerson]
  /// `removedIdentities` are removed alone, and their people keep what else they have. Otherwise whoever is removed
  /// loses all of theirs. Not in the platform's framework.
  public let removesOnlyThese: Bool

  init(
    uuid: UUID, metadata: SWCollaborationMetadata, added: [SWPerson.Identity],
    removed: [SWPerson.Identity], replaced: [GroveIdentityReplacement] = [],
    samePersons: [GroveSamePerson] = [], removesOnlyThese: Bool = false, reply: ActionReply
  ) {
    collaborationMetadata = metadata
    addedIdentities = added
    removedIdentities = removed
    replacedIdentities = replaced
    self.samePersons = samePersons
    self.removesOnlyThese = removesOnlyThese
    super.init(uuid: uuid, reply: reply)
  }

  /// The same action: answering the copy answers this.
  public override func copy(with zone: NSZone? = nil) -> Any {
    SWUpdateCollaborationParticipantsAction(
      uuid: uuid, metadata: collaborationMetadata, added: addedIdentities,
      removed: removedIdentities, replaced: replacedIdentities, samePersons: samePersons,
      removesOnlyThese: removesOnlyThese, reply: reply)
  }

  /// A record of the action; nobody waits for its answer. Nil where the metadata is missing.
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
    samePersons = zip(
      coder.objects(SWPersonIdentity.self, "personAdded"),
      coder.objects(SWPersonIdentity.self, "personOther")
    ).map { GroveSamePerson(added: $0, other: $1) }
    removesOnlyThese = coder.decodeBool(forKey: "removesOnlyThese")
    super.init(coder: coder)
  }

  /// The action with its identities, without a way to answer.
  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.put(collaborationMetadata, "collaborationMetadata")
    coder.put(addedIdentities, "addedIdentities")
    coder.put(removedIdentities, "removedIdentities")
    coder.put(replacedIdentities.map(\.old), "replacedOld")
    coder.put(replacedIdentities.map(\.new), "replacedNew")
    coder.put(samePersons.map(\.added), "personAdded")
    coder.put(samePersons.map(\.other), "personOther")
    coder.encode(removesOnlyThese, forKey: "removesOnlyThese")
  }
}
