package import GroveIdentity
package import GroveMessage
package import GroveSystem

/// An app's server tells those who have proved an identity. Whoever was invited and has not opened a document, or has lost
/// the devices that did, hears from the account that invited them when it ends for everybody or for them, and what it is
/// called now (protocol 12.3.1): a device of that account, which is told, takes the invitations back or says the new
/// title. Pure.
package enum TellWaiting {
  /// What they are to hear.
  enum Word {
    case ended(MembershipUpdate.Ended)
    case title(String)
    /// This identity was taken out of it.
    case removed(RootHash)

    /// Nil of what is none of their business, and of who went by themselves.
    init?(_ pushed: PushedNotice) {
      let notice = pushed.notice
      switch notice.kind {
      case .deleted: self = .ended(.deleted)
      case _ where pushed.isEnd: self = .ended(.stopped)
      case .renamed:
        guard let title = notice.title, !title.isEmpty else { return nil }
        self = .title(title)
      case .removedCollaborator:
        guard let root = notice.root, root != notice.attestation?.root else { return nil }
        self = .removed(root)
      default: return nil
      }
    }

    var ended: MembershipUpdate.Ended? { if case .ended(let how) = self { how } else { nil } }
    var title: String? { if case .title(let title) = self { title } else { nil } }
  }

  /// Nothing where what was told is none of it. One message for each conversation that this account shared it into.
  ///
  /// The messages are named after the notice, so that a device that is told twice says it once. Whose server tells them
  /// as well loses nothing by it: an end is taken in whichever comes first.
  ///
  /// - Parameter reader: as it was before the notice was taken in.
  package static func messages(
    of collaboration: CollaborationKey, since pushed: PushedNotice, myAccount: AccountID,
    in reader: any SharingReader
  ) throws -> [SharingMessage] {
    guard let word = Word(pushed) else { return [] }
    let heard = try Heard(collaboration, reader)
    return try reader.records(SharedCollaboration.self)
      .filter { $0.collaboration == collaboration }
      .sorted { $0.conversationID < $1.conversationID }
      .compactMap { shared in
        let waiting = shared.participants.filter {
          $0.account != myAccount && heard.lets($0, know: word)
        }
        guard !waiting.isEmpty else { return nil }
        return try message(word, of: shared, to: waiting, since: pushed.notice.noticeID)
      }
  }

  /// Whom the server's own word reaches: those of whom it was told that they are in it, by an identity that stands. Where
  /// it was replaced since, their devices may be others, and what they were told by is gone with the old ones. And whose
  /// business it is no more: who was taken out. Who went by themselves may come back, as long as there is something.
  struct Heard {
    let hearing: Set<AccountID>
    let gone: Set<RootHash>
    let left: Set<RootHash>

    init(_ collaboration: CollaborationKey, _ reader: any SharingReader) throws {
      let known = try KnownParticipants(collaboration, reader: reader)
      let came = try reader.record(ToldCame.self, key: collaboration.bytes)?.people ?? []
      hearing = Set(
        known.records.map(\.inviter) + came.compactMap { known.account(of: $0.root) })
      gone = Set(try reader.record(ToldGone.self, key: collaboration.bytes)?.roots ?? [])
      left = Set(try reader.record(ToldLeft.self, key: collaboration.bytes)?.roots ?? [])
    }

    func lets(_ one: SharedCollaboration.Participant, know word: Word) -> Bool {
      guard !hearing.contains(one.account) else { return false }
      switch word {
      case .removed(let root): return one.root == root && !gone.contains(root)
      case .title: return !gone.contains(one.root)
      case .ended: return !gone.contains(one.root) || left.contains(one.root)
      }
    }
  }

  private static func message(
    _ word: Word, of shared: SharedCollaboration, to waiting: [SharedCollaboration.Participant],
    since noticeID: NoticeID
  ) throws -> SharingMessage {
    let roots = word.title == nil ? waiting.map(\.root) : []
    let update = MembershipUpdate(
      audience: shared.collaboration.audience,
      collaborationID: shared.collaboration.collaborationID,
      epoch: shared.epoch.value, added: [],
      removed: Array(roots.prefix(ShareProcedure.maximumParticipants)),
      ended: word.ended, title: word.title)
    return try SharingMessage(
      messageID: NoticeRules.messageID(
        noticeID, shared.conversationID,
        action: word.title == nil ? .takesBackInvitations : .saysNewTitle),
      conversationID: shared.conversationID, content: update, to: Set(waiting.map(\.account)))
  }
}
