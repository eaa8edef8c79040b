import Foundation
import GroveIdentity
import GroveSystem

extension ActionCall {
  /// Hands the action over, in the form its handler knows. From here on only the app keeps it.
  func give(
    to handler: any SWCollaborationActionHandler, of coordinator: SWCollaborationCoordinator,
    reply: ActionReply
  ) {
    switch question {
    case .start(let start):
      coordinator.give(
        SWStartCollaborationAction(
          uuid: UUID(id), metadata: SWCollaborationMetadata(start.metadata), reply: reply),
        to: handler)
    case .update(let update):
      let knows = handler is any GroveIdentityReplacementHandler
      coordinator.give(
        SWUpdateCollaborationParticipantsAction(update, knowsReplacements: knows, reply: reply),
        to: handler)
    case .cancellation(let cancellation):
      // Whoever does not want to hear of it has nothing to take back.
      guard let handler = handler as? any GroveShareCancellationHandler else {
        return reply.answer(.fulfilled(nil))
      }
      handler.collaborationCoordinator(
        coordinator,
        handle: GroveShareCancellationAction(
          uuid: UUID(id), startActionUUID: UUID(cancellation.startActionID),
          metadata: SWCollaborationMetadata(
            cancellation.metadata, collaborationID: cancellation.collaborationID),
          reply: reply))
    }
  }
}

extension SWCollaborationCoordinator {
  fileprivate func give(
    _ action: SWStartCollaborationAction, to handler: any SWCollaborationActionHandler
  ) { handler.collaborationCoordinator(self, handle: action) }

  fileprivate func give(
    _ action: SWUpdateCollaborationParticipantsAction,
    to handler: any SWCollaborationActionHandler
  ) { handler.collaborationCoordinator(self, handle: action) }
}

extension SWUpdateCollaborationParticipantsAction {
  fileprivate convenience init(
    _ action: UpdateParticipantsAction, knowsReplacements: Bool, reply: ActionReply
  ) {
    var (added, removed) = (action.addedRoots, action.removedRoots)
    var persons = (action.persons ?? []).map { ($0.root, $0.person) }
    let isSplit = !knowsReplacements && !action.replacedRoots.isEmpty
    if isSplit {
      added += action.replacedRoots.map(\.new)
      removed += action.replacedRoots.map(\.old)
      persons += action.replacedRoots.map { ($0.new, $0.old) }
    }
    self.init(
      uuid: UUID(action.actionID),
      metadata: SWCollaborationMetadata(
        action.metadata, collaborationID: action.collaborationID),
      added: added.map { SWPersonIdentity($0) }, removed: removed.map { SWPersonIdentity($0) },
      replaced: knowsReplacements
        ? action.replacedRoots.map {
          GroveIdentityReplacement(old: SWPersonIdentity($0.old), new: SWPersonIdentity($0.new))
        } : [],
      samePersons: persons.map {
        GroveSamePerson(added: SWPersonIdentity($0.0), other: SWPersonIdentity($0.1))
      },
      removesOnlyThese: action.removesOnlyThese == true || isSplit, reply: reply)
  }
}

extension UUID {
  /// The same sixteen bytes.
  init(_ id: RequestID) {
    var value = UUID_NULL
    withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: id.bytes) }
    self.init(uuid: value)
  }
}

private let UUID_NULL: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
