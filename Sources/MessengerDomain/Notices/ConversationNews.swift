package import GroveIdentity
package import GroveMessage
package import GroveSystem

/// What a conversation tells of a document that was shared in it, perhaps in others too: of its own people what they
/// did, of those who have gone from there too, and of those who were in none of these conversations in each (protocol
/// 12.6): pure.
package struct ConversationNews: Sendable {
  package let collaboration: CollaborationKey
  package let conversationID: ConversationID
  /// Where the document is.
  package let link: String
  /// In the order in which they opened.
  package let banners: [NoticeBanner]

  /// What there is in all conversations.
  ///
  /// - Parameters:
  ///   - me: this account.
  ///   - conversation: as this device knows it.
  package static func all(
    for me: AccountID, reader: any SharingReader,
    conversation: (ConversationID) throws -> ConversationRecord?
  ) throws -> [ConversationNews] {
    try reader.records(NoticeInbox.Ledger.self).filter { !$0.ledger.banners.isEmpty }
      .flatMap { row in
        let places = try Places(of: row.collaboration, reader, conversation)
        let view = try View(me: me, places: places, of: row.collaboration, reader)
        return places.each.compactMap { place -> ConversationNews? in
          let id = place.invitation.conversationID
          let banners = row.ledger.visible(
            audience: row.collaboration.audience, collaborationID: row.collaboration.collaborationID
          ) { view.told($0, in: id) }
          guard place.until == nil || !banners.isEmpty else { return nil }
          return ConversationNews(
            collaboration: row.collaboration, conversationID: id, link: place.invitation.link,
            banners: banners)
        }
      }
  }

  /// The conversations in which a document has its card, newest first: those that go on, and of those that this person
  /// has left what was until then. Where none goes on, all of them; where every invitation was taken back, those of the
  /// ones that were.
  private struct Places {
    struct Place {
      let invitation: ReceivedInvitation
      let members: [AccountID]
      let former: [AccountID]
      /// Milliseconds: when it was shared there first, as far as this device knows.
      let since: UInt64
      /// Milliseconds: when this person left; nil while it goes on.
      var until: UInt64?

      func isOpen(at time: UInt64) -> Bool { until.map { time <= $0 } ?? true }
    }

    let each: [Place]

    init(
      of collaboration: CollaborationKey, _ reader: any SharingReader,
      _ conversation: (ConversationID) throws -> ConversationRecord?
    ) throws {
      let all = try reader.records(ReceivedInvitation.self, prefix: collaboration.bytes)
        .sorted { $0.order > $1.order }
      let usable = all.filter { !$0.isRevoked }
      let since = Dictionary(all.map { ($0.conversationID, $0.receivedAt) }, uniquingKeysWith: min)
      var seen: Set<ConversationID> = []
      var places: [Place] = []
      for one in usable.isEmpty ? all : usable where seen.insert(one.conversationID).inserted {
        let known = try conversation(one.conversationID)
        let former = try reader.record(
          MembershipRules.FormerMembers.self, key: one.conversationID.bytes)
        let goesOn = [.active, .pending].contains(known?.state)
        places.append(
          Place(
            invitation: one, members: known?.members ?? [], former: former?.accounts ?? [],
            since: since[one.conversationID, default: 0],
            until: goesOn ? nil : former?.leftAt ?? 0))
      }
      if !places.contains(where: { $0.until == nil }) {
        for index in places.indices { places[index].until = nil }
      }
      each = places
    }

    /// Where somebody's deeds are told. What happened before it was shared in a conversation is told in those in which
    /// it was.
    private static func places(of account: AccountID, at time: UInt64, among all: [Place])
      -> [Place]
    {
      let open = all.filter { $0.isOpen(at: time) }
      let members = open.filter { $0.members.contains(account) }
      let former = open.filter { $0.former.contains(account) }
      let theirs = [members, former].first { !$0.isEmpty } ?? open.filter { $0.until == nil }
      let before = theirs.filter { $0.since <= time }
      return before.isEmpty ? theirs : before
    }

    /// What of somebody's deeds is told in a conversation: whom they added or removed where both were, if they were
    /// anywhere together.
    func told(_ actor: NoticeBanner.Actor, in conversation: ConversationID) -> NoticeBanner.Actor? {
      func isHere(_ places: [Place]) -> Bool {
        places.contains { $0.invitation.conversationID == conversation }
      }
      let theirs = Self.places(of: actor.account, at: actor.latestAt, among: each)
      guard actor.subjects != nil else { return isHere(theirs) ? actor : nil }
      return actor.telling { subject in
        let both =
          subject.account.map { Self.places(of: $0, at: actor.latestAt, among: theirs) } ?? []
        return isHere(both.isEmpty ? theirs : both)
      }
    }
  }

  private struct View {
    let me: AccountID
    let places: Places
    /// Identities of who is in the document no more.
    let gone: Set<RootHash>
    /// Accounts of who is in it; nil where no server has told.
    let came: Set<AccountID>?
    let participants: KnownParticipants
    /// This person was given it since it was last told that it had ended for them.
    let isGivenAgain: Bool

    init(
      me: AccountID, places: Places, of collaboration: CollaborationKey, _ reader: any SharingReader
    ) throws {
      let known = try KnownParticipants(collaboration, reader: reader)
      self.me = me
      self.places = places
      gone = Set(try reader.record(ToldGone.self, key: collaboration.bytes)?.roots ?? [])
      came = try reader.record(ToldCame.self, key: collaboration.bytes).map { told in
        Set(told.people.compactMap { $0.account ?? known.account(of: $0.root) })
      }
      participants = known
      let ending = try reader.record(ToldEnding.self, key: collaboration.bytes)
      let newest = try ReceivedInvitation.newest(of: collaboration, reader)
      isGivenAgain = ending.flatMap { told in newest.map { $0.order > told.order } } ?? false
    }

    /// Whoever did something last is named first, with that time; nil where nothing of it is told there.
    func told(_ banner: NoticeBanner, in conversation: ConversationID) -> NoticeBanner? {
      banner.knowing(participants.account).telling { actor in
        guard let actor = places.told(actor, in: conversation) else { return nil }
        let isArrival = banner.kind == .addedCollaborator && banner.isBySelf
        guard !isArrival || !hasGone(actor.account) else { return nil }
        return actor.telling { isNews($0, banner.kind, by: actor.account) }
      }
    }

    /// Whom somebody added or removed is told where it is known who that is. Nobody adds themselves, or this
    /// person, or who had access already: that was another invitation. That somebody came is no news once they
    /// have gone, nor that somebody was removed once they were given it again.
    private func isNews(
      _ subject: NoticeBanner.Subject, _ kind: NoticeKind, by actor: AccountID
    ) -> Bool {
      guard subject.account != nil || subject.name != nil else { return false }
      guard kind == .addedCollaborator else { return !isBack(subject.account) }
      return subject.account != actor && subject.account != me
        && !gone.contains(subject.root) && !participants.isFurther(subject.root)
    }

    /// Given it again they have an identity that nothing was told of, and are in it only once they come by that.
    ///
    /// - Parameter account: of whom no identity map knows, the root.
    private func hasGone(_ account: AccountID) -> Bool {
      let roots = participants.roots(of: account)
      guard roots.isEmpty else {
        return gone.isSuperset(of: roots) || (!gone.isEmpty && came?.contains(account) == false)
      }
      return gone.contains { $0.bytes == account.bytes }
        || participants.records.contains { $0.former.contains(account) }
    }

    /// Whether somebody who was removed was given it again. Of this person themselves it is told how it has ended for
    /// them, until then.
    private func isBack(_ account: AccountID?) -> Bool {
      guard let account else { return false }
      guard account != me else { return isGivenAgain }
      return !gone.isSuperset(of: participants.roots(of: account))
    }
  }
}
