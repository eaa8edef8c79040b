package import GroveIdentity
import GroveSystem

/// What changes of people and devices mean for what this account has shared: pure.
package enum MembershipRules {
  /// A conversation as this device knows it.
  package struct Roster: Hashable, Sendable {
    package var conversationID: ConversationID
    package var version: UInt64
    package var members: [AccountID]

    package init(conversationID: ConversationID, version: UInt64, members: [AccountID]) {
      self.conversationID = conversationID
      self.version = version
      self.members = members
    }
  }

  /// "Not now": the offer comes back when the conversation changes again.
  package struct Dismissal: SharingRecord, Hashable {
    package static let kind = "dismissed-offer"
    package var conversationID: ConversationID
    package var version: DecimalUInt64

    package init(conversationID: ConversationID, version: DecimalUInt64) {
      self.conversationID = conversationID
      self.version = version
    }
    package var key: [UInt8] { conversationID.bytes }
  }

  /// A conversation whose new people mean something for what is shared in it. It only tells that
  /// there is an offer: what the offer says is worked out when somebody looks.
  package struct Offered: SharingRecord, Hashable {
    package static let kind = "membership-offer"
    package var conversationID: ConversationID
    package var version: DecimalUInt64
    package var key: [UInt8] { conversationID.bytes }
  }

  /// A participant whose device list has changed: whether that means anything is worked out when
  /// there is time (protocol 12.2).
  package struct ChangedDevices: SharingRecord, Hashable {
    package static let kind = "changed-devices"
    package var account: AccountID
    package var key: [UInt8] { account.bytes }
  }

  /// Who was in a conversation. What somebody did in a document is told where they did it, also when they, or this
  /// person, have gone from there.
  package struct FormerMembers: SharingRecord, Hashable {
    package static let kind = "former-members"
    /// More are not remembered.
    static let limit = 256
    package var conversationID: ConversationID
    /// Those who are in it no more, the last at the end; who came back may be among them.
    package var accounts: [AccountID]
    /// Milliseconds, by the relay's clock: when this person went last.
    package var leftAt: UInt64?
    package var key: [UInt8] { conversationID.bytes }
  }

  package static func rosterChanged(_ event: RosterEvent, in reader: any SharingReader) throws
    -> [SharingChange]
  {
    let conversation = event.conversation
    let roster = Roster(
      conversationID: conversation.conversationID, version: conversation.version,
      members: conversation.members)
    let forgotten =
      try rememberingFormer(event, reader)
      + forgettingRemoved(roster, myAccount: event.myAccountID, reader)
    guard let offer = try offer(roster, myAccount: event.myAccountID, reader: reader) else {
      return forgotten + [.delete(kind: Offered.kind, key: conversation.conversationID.bytes)]
    }
    return forgotten + [
      try .put(
        Offered(
          conversationID: offer.conversationID, version: DecimalUInt64(offer.version)))
    ]
  }

  private static func rememberingFormer(_ event: RosterEvent, _ reader: any SharingReader) throws
    -> [SharingChange]
  {
    guard [.left, .removed].contains(event.line.kind), !event.line.subjects.isEmpty else {
      return []
    }
    let (id, gone) = (event.conversation.conversationID, event.line.subjects)
    let before = try reader.record(FormerMembers.self, key: id.bytes)
    let accounts = (before?.accounts ?? []).filter { !gone.contains($0) } + gone
    return [
      try .put(
        FormerMembers(
          conversationID: id, accounts: accounts.suffix(FormerMembers.limit),
          leftAt: gone.contains(event.myAccountID) ? event.at : before?.leftAt))
    ]
  }

  /// Who has gone from the conversation, and from whom the app had taken a document, has nothing of it: when they are
  /// added again they may get it like anybody else. While they are in the conversation that was the owner's wish, and
  /// stays.
  private static func forgettingRemoved(
    _ roster: Roster, myAccount: AccountID, _ reader: any SharingReader
  ) throws -> [SharingChange] {
    guard roster.members.contains(myAccount) else { return [] }
    return try shared(in: roster.conversationID, reader).compactMap { shared in
      let gone = try shared.accounts.subtracting(roster.members).filter {
        try ToldAccess(of: $0, in: shared, reader) == .removed
      }
      guard !gone.isEmpty else { return nil }
      var left = shared
      left.remove(shared.participants.filter { gone.contains($0.account) }.map(\.root))
      return try .put(left)
    }
  }

  /// The plan follows from who is there now, not from what happened on the way, so several changes
  /// make one offer, and one that was carried out elsewhere disappears. Who was taken out of a document has nothing to
  /// lose; who left it by themselves may come back.
  package static func offer(_ roster: Roster, myAccount: AccountID, reader: any SharingReader)
    throws
    -> MembershipOffer?
  {
    guard roster.members.contains(myAccount) else { return nil }
    let dismissal = try reader.record(Dismissal.self, key: roster.conversationID.bytes)
    guard dismissal.map({ roster.version > $0.version.value }) ?? true else { return nil }
    let members = Set(roster.members)
    let documents = try shared(in: roster.conversationID, reader).compactMap { shared in
      let gains = members.subtracting(shared.accounts).sorted()
      let absent = try shared.accounts.subtracting(members).sorted()
        .map { ($0, try ToldAccess(of: $0, in: shared, reader)) }
      let loses = absent.filter { $0.1 != .removed }.map(\.0)
      let isShared = try DocumentState.isShared(shared.collaboration, in: reader)
      return !isShared || (gains.isEmpty && loses.isEmpty)
        ? nil
        : MembershipOffer.Document(
          collaboration: shared.collaboration, title: shared.title, gains: gains, loses: loses,
          left: absent.filter { $0.1 == .left }.map(\.0),
          elsewhere: try shared.elsewhere(of: loses, reader))
    }
    return documents.isEmpty
      ? nil
      : MembershipOffer(
        conversationID: roster.conversationID, version: roster.version, documents: documents)
  }

  package static func shared(in conversation: ConversationID, _ reader: any SharingReader) throws
    -> [SharedCollaboration]
  {
    try reader.records(SharedCollaboration.self, prefix: conversation.bytes)
  }
}

extension MembershipRules.Roster {
  package init(_ conversation: ConversationRecord) {
    self.init(
      conversationID: conversation.conversationID, version: conversation.version,
      members: conversation.state == .left ? [] : conversation.members)
  }
}
