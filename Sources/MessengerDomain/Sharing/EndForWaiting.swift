package import GroveIdentity
import GroveMessage
package import GroveSystem

/// An app's server tells those who have proved an identity. Whoever was invited and has not opened a document yet hears
/// from the account that invited them when it ends for everybody (protocol 12.3.1): its device learns that as what its own
/// person did, and takes the invitations back. Pure.
package enum EndForWaiting {
  /// Whether a document is over for everybody with that.
  static func follows(from pushed: PushedNotice) -> Bool {
    pushed.notice.kind == .deleted || pushed.isEnd
  }

  /// What takes the invitations back, one message for each conversation that this account shared it into.
  ///
  /// Those of whom it was told that they are in it get none: the server's word says how it ended, and would find no
  /// invitation any more where it came later.
  ///
  /// - Parameter notice: what told it; the messages are named after it, so that a device that is told twice says it once.
  package static func messages(
    of collaboration: CollaborationKey, since notice: NoticeID, myAccount: AccountID,
    in reader: any SharingReader
  ) throws -> [SharingMessage] {
    let joined = try DocumentState(of: collaboration, in: reader).joined
    return try reader.records(SharedCollaboration.self)
      .filter { $0.collaboration == collaboration }
      .sorted { $0.conversationID < $1.conversationID }
      .compactMap { shared in
        let waiting = shared.participants.filter {
          $0.account != myAccount && !joined.contains($0.account)
        }
        guard !waiting.isEmpty else { return nil }
        let update = MembershipUpdate(
          audience: collaboration.audience, collaborationID: collaboration.collaborationID,
          epoch: shared.epoch.value, added: [],
          removed: Array(waiting.map(\.root).prefix(ShareProcedure.maximumParticipants)))
        return try SharingMessage(
          messageID: NoticeRules.messageID(
            notice, shared.conversationID, action: .takesBackInvitations),
          conversationID: shared.conversationID, content: update,
          to: Set(waiting.map(\.account)))
      }
  }
}
