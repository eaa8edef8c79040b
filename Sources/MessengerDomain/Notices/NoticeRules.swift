import Crypto
package import GroveIdentity
import GroveMessage
package import GroveSystem

/// Who is told what by a notice of this device (protocol 12.4 to 12.6): pure.
package enum NoticeRules {
  /// The last counter this device used in a collaboration.
  package struct Counter: SharingRecord, Hashable {
    package static let kind = "notice-counter"
    package var collaboration: CollaborationKey
    package var value: DecimalUInt64
    package var key: [UInt8] { collaboration.bytes }
  }

  /// The accounts that are told.
  package typealias Outcome = Result<[AccountID], NoticePostRefusal>

  /// - Parameter conversation: as this device knows it.
  package static func post(
    _ post: NoticePost, in key: CollaborationKey, myAccount: AccountID,
    reader: any SharingReader, conversation: (ConversationID) throws -> ConversationRecord?
  ) throws -> SharingDecision<Outcome> {
    let participants = try KnownParticipants(key, reader: reader)
    guard participants.membership(of: myAccount) != nil else {
      return SharingDecision(.failure(.noCollaboration))
    }
    if NoticeCheck.attestedKinds.contains(post.kind), post.attestation == nil {
      return SharingDecision(.failure(.attestationRequired))
    }
    let others: Set<AccountID>
    switch audience(of: post, participants, myAccount) {
    case .success(let accounts): others = accounts
    case .failure(let refusal): return SharingDecision(.failure(refusal))
    }
    let routes = try routes(to: others, key, reader, conversation)
    if post.kind == .mention, routes.isEmpty { return SharingDecision(.failure(.unreachable)) }
    // Nobody tells this device what its own app does.
    let following = try DocumentRules.told(DocumentRules.Deed(post), of: key, in: reader)
    var decision = try numbered(
      .post(post.kind, root: post.mentionedRoot), post, key, routes, reader: reader)
    decision.changes = following + decision.changes
    return decision
  }

  /// Takes back what this person told everybody (protocol 12.6).
  package static func retract(
    noticeID: NoticeID, at now: UInt64, in key: CollaborationKey, myAccount: AccountID,
    reader: any SharingReader, conversation: (ConversationID) throws -> ConversationRecord?
  ) throws -> SharingDecision<Outcome> {
    let others = try KnownParticipants(key, reader: reader).accounts.subtracting([myAccount])
    let routes = try routes(to: others, key, reader, conversation)
    return try numbered(
      .clear, NoticePost(noticeID: noticeID, kind: .edit, at: now), key, routes, reader: reader)
  }

  private static func audience(
    of post: NoticePost, _ participants: KnownParticipants, _ myAccount: AccountID
  ) -> Result<Set<AccountID>, NoticePostRefusal> {
    guard post.kind == .mention else {
      return .success(participants.accounts.subtracting([myAccount]))
    }
    guard let root = post.mentionedRoot else { return .failure(.malformed) }
    guard let account = participants.account(of: root) else { return .failure(.unknownRoot) }
    return account == myAccount ? .failure(.mentionsSelf) : .success([account])
  }

  /// Each account once, through the newest conversation the collaboration came in that it belongs
  /// to: a receiver asks whether the sender is in the conversation (protocol 10.6). Nothing goes
  /// through one that this person has left or refused.
  private static func routes(
    to accounts: Set<AccountID>, _ key: CollaborationKey, _ reader: any SharingReader,
    _ conversation: (ConversationID) throws -> ConversationRecord?
  ) throws -> [(ConversationID, [AccountID])] {
    var left = accounts
    var seen: Set<ConversationID> = []
    var routes: [(ConversationID, [AccountID])] = []
    for invitation in try ReceivedInvitation.usable(key, reader)
    where seen.insert(invitation.conversationID).inserted {
      guard let found = try conversation(invitation.conversationID),
        found.state == .active || found.state == .pending
      else { continue }
      let here = left.intersection(found.members)
      guard !here.isEmpty else { continue }
      left.subtract(here)
      routes.append((invitation.conversationID, here.sorted()))
    }
    return routes
  }

  private static func numbered(
    _ action: Notice.Action, _ post: NoticePost, _ key: CollaborationKey,
    _ routes: [(ConversationID, [AccountID])], reader: any SharingReader
  ) throws -> SharingDecision<Outcome> {
    let last = try reader.record(Counter.self, key: key.bytes)?.value.value ?? 0
    let counter = Counter(collaboration: key, value: DecimalUInt64(last &+ 1))
    let notice = Notice(
      noticeID: post.noticeID, audience: key.audience, collaborationID: key.collaborationID,
      action: action, title: post.title, at: post.at, counter: counter.value.value,
      attestation: post.attestation)
    var decision = SharingDecision(
      Outcome.success(routes.flatMap(\.1)), changes: [try .put(counter)])
    // One message for each conversation; the notice in them is one, and is known by its identifier.
    decision.outgoing = try routes.map { conversation, recipients in
      try SharingMessage(
        messageID: messageID(
          notice.noticeID, conversation, action: notice.kind == nil ? .takesBack : .tells),
        conversationID: conversation,
        content: notice, to: recipients)
    }
    return decision
  }

  /// What a message that follows from a notice does.
  enum Action: UInt8 {
    case tells = 0
    /// What was told.
    case takesBack = 1
    /// Protocol 12.3.1.
    case takesBackInvitations = 2
    /// Protocol 12.3.1.
    case saysNewTitle = 3
  }

  /// A message that follows from a notice is named after it, so that it is one however often it is made.
  ///
  /// - Parameter part: from 0, of what takes more than one message.
  static func messageID(
    _ notice: NoticeID, _ conversation: ConversationID, action: Action, part: Int = 0
  ) -> MessageID {
    let actions = [UInt8](repeating: action.rawValue, count: part + 1)
    let digest = SHA256.hash(data: notice.bytes + conversation.bytes + actions)
    return MessageID(unchecked: Array(Array(digest).prefix(MessageID.byteCount)))
  }
}
