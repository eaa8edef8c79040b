import GroveIdentity
import GroveSystem

@testable import SharedWithYouCore

enum Sample {
  static func root(_ byte: UInt8) -> RootHash {
    RootHash(unchecked: [UInt8](repeating: byte, count: 32))
  }

  static func id(_ byte: UInt8) -> RequestID {
    RequestID(unchecked: [UInt8](repeating: byte, count: RequestID.byteCount))
  }

  static let metadata = CollaborationMetadata(localIdentifier: "recipe-7", title: "Bread")

  static func start(_ byte: UInt8 = 1, limit: Int = 30) -> ActionCall {
    ActionCall(
      StartCollaborationAction(actionID: id(byte), metadata: metadata, timeLimit: limit))
  }

  static func update(
    _ byte: UInt8 = 2, _ collaboration: String = "c-1", added: [RootHash] = [],
    removed: [RootHash] = [], replaced: [UpdateParticipantsAction.Replacement] = []
  ) throws -> ActionCall {
    ActionCall(
      UpdateParticipantsAction(
        actionID: id(byte), collaborationID: try CollaborationID(collaboration),
        metadata: metadata, addedRoots: added, removedRoots: removed, replacedRoots: replaced,
        timeLimit: 30))
  }

  static func cancellation(of byte: UInt8 = 1, _ collaboration: String? = nil) throws
    -> ActionCall
  {
    ActionCall(
      ShareCancellation(
        startActionID: id(byte), collaborationID: try collaboration.map { try CollaborationID($0) },
        metadata: metadata),
      id: id(99))
  }
}
