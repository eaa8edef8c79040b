package import GroveIdentity
package import GroveMessage
package import GroveSystem

/// An app's server tells those who have proved an identity. Whoever was invited and has not opened a document yet hears
/// from the account that invited them when it ends for everybody, and what it is called now (protocol 12.3.1): a device of
/// that account, which is told, takes the invitations back or says the new title. Pure.
package enum TellWaiting {
  /// Nothing where what was told is neither. One message for each conversation that this account shared it into.
  ///
  /// Those of whom it was told that they are in it get none: the server's own word reaches them, and of an end it would
  /// find no invitation any more where it came later. The messages are named after the notice, so that a device that is
  /// told twice says it once.
  package static func messages(
    of collaboration: CollaborationKey, since pushed: PushedNotice, myAccount: AccountID,
    in reader: any SharingReader
  ) throws -> [SharingMessage] {
    let title = pushed.notice.kind == .renamed ? pushed.notice.title : nil
    let ended: MembershipUpdate.Ended? =
      pushed.notice.kind == .deleted ? .deleted : pushed.isEnd ? .stopped : nil
    guard ended != nil || title?.isEmpty == false else { return [] }
    let joined = try DocumentState(of: collaboration, in: reader).joined
    return try reader.records(SharedCollaboration.self)
      .filter { $0.collaboration == collaboration }
      .sorted { $0.conversationID < $1.conversationID }
      .compactMap { shared in
        let waiting = shared.participants.filter {
          $0.account != myAccount && !joined.contains($0.account)
        }
        guard !waiting.isEmpty else { return nil }
        let roots = waiting.map(\.root).prefix(ShareProcedure.maximumParticipants)
        let update = MembershipUpdate(
          audience: collaboration.audience, collaborationID: collaboration.collaborationID,
          epoch: shared.epoch.value, added: [], removed: ended == nil ? [] : Array(roots),
          ended: ended, title: ended == nil ? title : nil)
        return try SharingMessage(
          messageID: NoticeRules.messageID(
            pushed.notice.noticeID, shared.conversationID,
            action: ended == nil ? .saysNewTitle : .takesBackInvitations),
          conversationID: shared.conversationID, content: update,
          to: Set(waiting.map(\.account)))
      }
  }
}
