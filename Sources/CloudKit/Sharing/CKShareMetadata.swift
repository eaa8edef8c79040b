public import Foundation
import Synchronization

/// `CKShare.Metadata`: what is known of a share that a link leads to.
///
/// Before the person has come in that is little: a server tells nobody else what is behind a link. The share then has its
/// link and the title that it was sent under, and nothing of its records.
public final class CKShareMetadata: NSObject, NSCopying, Sendable {
  /// Of the container that was asked, where the person has not come in.
  public let containerIdentifier: String
  public let share: CKShare
  /// Nobody's before the person has come in.
  public let ownerIdentity: CKUserIdentity
  /// Nil where the whole zone is shared, and before the person has come in.
  public let hierarchicalRootRecordID: CKRecord.ID?
  /// Only where it was asked for, of a share that the person takes part in.
  public let rootRecord: CKRecord?
  public let participantRole: CKShare.ParticipantRole
  public let participantStatus: CKShare.ParticipantAcceptanceStatus
  /// `unknown` before the person has come in.
  public let participantPermission: CKShare.ParticipantPermission

  /// Of a share that the person takes part in.
  init(_ share: CKShare, root: CKRecord?, showsRoot: Bool, in container: String) {
    let participants = share.participants
    containerIdentifier = container
    self.share = share
    ownerIdentity =
      participants.first { $0.role == .owner }?.userIdentity
      ?? CKUserIdentity(userRecordID: nil, displayName: nil)
    hierarchicalRootRecordID = root?.recordID
    rootRecord = showsRoot ? root : nil
    let own = share.currentUserParticipant
    participantRole = own?.role ?? .privateUser
    participantStatus = .accepted
    participantPermission = own?.permission ?? .unknown
  }

  /// Of a link that the person was sent, or has come upon.
  init(link: URL, title: String, isInvited: Bool, in container: String) {
    var content = RecordContent()
    content.terms = ShareContent(url: link)
    share = CKShare(
      type: CKRecord.SystemType.share, id: CKRecordID(recordName: "Share-unknown"), content)
    if !title.isEmpty {
      share.content.withLock {
        $0.fields[CKShare.SystemFieldKey.title] = FieldContent(title)
      }
    }
    containerIdentifier = container
    ownerIdentity = CKUserIdentity(userRecordID: nil, displayName: nil)
    hierarchicalRootRecordID = nil
    rootRecord = nil
    participantRole = isInvited ? .privateUser : .publicUser
    participantStatus = isInvited ? .pending : .unknown
    participantPermission = .unknown
  }

  /// This object: nothing in it can change.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}

extension CKShare {
  public typealias Metadata = CKShareMetadata
}
