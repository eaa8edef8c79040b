public import Foundation
import GroveIdentity
import GroveWire
import Synchronization

/// `CKShare.Participant`: somebody who takes part in a share, or was invited, as the server says. People are invited
/// and taken out where the share's link is sent: in a conversation.
public final class CKShareParticipant: NSObject, NSCopying, Sendable {
  public typealias ID = String

  public let participantID: ID
  public let userIdentity: CKUserIdentity
  public let role: CKShare.ParticipantRole
  public let permission: CKShare.ParticipantPermission
  public let acceptanceStatus: CKShare.ParticipantAcceptanceStatus
  let isCurrentUser: Bool

  /// - Parameter user: how records name them.
  init(_ state: RecordParticipant, user: String?) {
    participantID = state.root.map { Base64URL.encode($0.bytes) } ?? "owner"
    userIdentity = CKUserIdentity(
      userRecordID: user.map { CKRecordID(recordName: $0) }, displayName: state.displayName)
    role = state.root == nil ? .owner : .privateUser
    permission = state.access == .readOnly ? .readOnly : .readWrite
    acceptanceStatus = state.displayName == nil && state.root != nil ? .pending : .accepted
    isCurrentUser = state.isCaller
  }

  /// This object: nothing in it can change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// The same person in the same share.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CKShareParticipant)?.participantID == participantID
  }

  public override var hash: Int { participantID.hash }
}

extension CKShare {
  public typealias Participant = CKShareParticipant

  /// Whether somebody has come in.
  public enum ParticipantAcceptanceStatus: Int, Hashable, Sendable {
    case unknown = 0
    case pending, accepted, removed
  }

  /// What somebody is to a share. There are no administrators here.
  public enum ParticipantRole: Int, Hashable, Sendable {
    case unknown = 0
    case owner
    case administrator
    case privateUser
    case publicUser
  }

  /// The owner first, then those who were invited (to the owner) or take part (to others), at most 100 in all. Of a
  /// share that was fetched or saved; nobody before, and nobody in one that was read from an archive.
  public var participants: [Participant] { content.withLock { $0.terms?.participants ?? [] } }

  /// Whoever made it. Before it was fetched or saved nothing is known of them: whoever makes a share is its owner.
  public var owner: Participant {
    participants.first { $0.role == .owner }
      ?? CKShareParticipant(
        RecordParticipant(
          root: nil, user: nil, displayName: nil, access: .readWrite, isCaller: true), user: nil)
  }

  /// Nil where `participants` is empty.
  public var currentUserParticipant: Participant? { participants.first(where: \.isCurrentUser) }
}
