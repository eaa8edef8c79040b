package import GroveIdentity
package import GroveMessage
package import GroveSystem

/// An app's server tells those who have proved an identity and want to be told. Everybody hears from the account that
/// invited them, too, when a document ends for everybody or for them, and what it is called now (protocol 12.3.1):
/// whoever has not opened it, has lost the devices that did, or wants no notices hears it in no other way, and nobody
/// knows who that is. A device of that account, which is told, takes the invitations back or says the new title. Pure.
package enum TellInvited {
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
    var removed: RootHash? { if case .removed(let root) = self { root } else { nil } }

    /// That somebody was taken out is told where they were given it.
    func isOf(_ shared: SharedCollaboration) -> Bool {
      removed.map { root in shared.participants.contains { $0.root == root } } ?? true
    }
  }

  /// Nothing where what was told is none of it. A message for each conversation that this account shared it into.
  ///
  /// The messages are named after the notice, so that a device that is told twice says it once. Whose server tells them
  /// as well loses nothing by it: an end is taken in whichever comes first, and of a title the server's word counts.
  ///
  /// - Parameter reader: as it was before the notice was taken in.
  package static func telling(
    of collaboration: CollaborationKey, since pushed: PushedNotice, myAccount: AccountID,
    in reader: any SharingReader
  ) throws -> SharingDecision<Void> {
    guard let word = Word(pushed) else { return SharingDecision(()) }
    let said = SaidTitle(collaboration: collaboration, noticeID: pushed.notice.noticeID)
    let before = try reader.record(SaidTitle.self, key: collaboration.bytes)
    guard word.title == nil || before != said else { return SharingDecision(()) }
    let without = try Without(collaboration, reader)
    let messages = try reader.records(SharedCollaboration.self)
      .filter { $0.collaboration == collaboration }
      .sorted { $0.conversationID < $1.conversationID }
      .flatMap { shared -> [SharingMessage] in
        guard word.isOf(shared), word.removed.map(without.gone.contains) != true else { return [] }
        let invited = shared.participants.filter {
          $0.account != myAccount && without.lets($0, know: word)
        }
        guard !invited.isEmpty else { return [] }
        return try Self.messages(word, of: shared, to: invited, since: pushed.notice.noticeID)
      }
    let isSaid = word.title != nil && !messages.isEmpty
    var decision = SharingDecision((), changes: isSaid ? [try .put(said)] : [])
    decision.outgoing = messages
    return decision
  }

  /// Whose business it is no more: who was taken out. Who went by themselves may come back, as long as there is something.
  private struct Without {
    let gone: Set<RootHash>
    let left: Set<RootHash>

    init(_ collaboration: CollaborationKey, _ reader: any SharingReader) throws {
      gone = Set(try reader.record(ToldGone.self, key: collaboration.bytes)?.roots ?? [])
      left = Set(try reader.record(ToldLeft.self, key: collaboration.bytes)?.roots ?? [])
    }

    func lets(_ one: SharedCollaboration.Participant, know word: Word) -> Bool {
      switch word {
      case .removed, .title: return !gone.contains(one.root)
      case .ended: return !gone.contains(one.root) || left.contains(one.root)
      }
    }
  }

  /// Somebody shared with twice has two identities to lose, so there may be more than one message holds.
  private static func messages(
    _ word: Word, of shared: SharedCollaboration, to invited: [SharedCollaboration.Participant],
    since noticeID: NoticeID
  ) throws -> [SharingMessage] {
    let roots = word.removed.map { [$0] } ?? (word.title == nil ? invited.map(\.root) : [])
    let limit = ShareProcedure.maximumParticipants
    return try stride(from: 0, to: max(1, roots.count), by: limit).map { begin in
      let update = MembershipUpdate(
        audience: shared.collaboration.audience,
        collaborationID: shared.collaboration.collaborationID,
        epoch: shared.epoch.value, added: [],
        removed: Array(roots.dropFirst(begin).prefix(limit)), ended: word.ended, title: word.title)
      return try SharingMessage(
        messageID: NoticeRules.messageID(
          noticeID, shared.conversationID,
          action: word.title == nil ? .takesBackInvitations : .saysNewTitle, part: begin / limit),
        conversationID: shared.conversationID, content: update, to: Set(invited.map(\.account)))
    }
  }
}
