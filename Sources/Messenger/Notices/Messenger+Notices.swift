public import GroveIdentity
public import GroveMessage
public import GroveSystem
import MessengerDomain

/// A banner as a person reads it: what changed, who did it, and where "Show" leads.
public struct ShownNotice: Hashable, Sendable {
  public let banner: NoticeBanner
  /// "Charlie and 2 others edited Baking Recipes".
  public let text: String
  /// Whose word it is: nil for a fact, else "Charlie's app says" (protocol 12.4).
  public let attribution: String?
  /// The document's present name; nil where nothing is known of it.
  public let title: String?
  /// Where "Show" leads; nil once there is nothing to show any more.
  public let link: String?
}

extension Messenger {
  /// A notice with a fresh identifier, of now. With these an app's server can vouch for it first.
  public nonisolated func noticeDraft(
    _ kind: NoticeKind, mentioning root: RootHash? = nil, calling title: String? = nil
  ) -> NoticePost {
    NoticePost(
      noticeID: fresh(NoticeID.self), kind: kind, mentionedRoot: root, title: title, at: now)
  }

  public func postNotice(
    _ notice: NoticePost, for collaborationID: CollaborationID, of origin: Origin
  ) async throws(MessengerError) -> Result<[AccountID], NoticePostRefusal> {
    let key = CollaborationKey(audience: origin, collaborationID: collaborationID)
    let myAccount = accountID
    let outcome = try await commitSharing { reader in
      try NoticeRules.post(notice, in: key, myAccount: myAccount, reader: reader) {
        try reader.conversation($0)
      }
    }
    if case .success = outcome { _ = try await flush() }
    return outcome
  }

  public func retractNotices(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError)
  {
    let key = CollaborationKey(audience: origin, collaborationID: collaborationID)
    let myAccount = accountID
    let id = fresh(NoticeID.self)
    let now = now
    _ = try await commitSharing { reader in
      try NoticeRules.retract(
        noticeID: id, at: now, in: key, myAccount: myAccount, reader: reader
      ) { try reader.conversation($0) }
    }
    _ = try await flush()
  }

  public func clearNotices(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError)
  {
    let key = CollaborationKey(audience: origin, collaborationID: collaborationID)
    try await changeLedger(of: key) { ledger in
      for banner in ledger.banners { ledger.dismiss(banner.id) }
    }
  }

  /// The person does not want one banner any more.
  public func dismiss(_ notice: ShownNotice) async throws(MessengerError) {
    let key = CollaborationKey(
      audience: notice.banner.audience, collaborationID: notice.banner.collaborationID)
    try await changeLedger(of: key) { $0.dismiss(notice.banner.id) }
  }

  /// The banners to show in a conversation, the oldest first.
  public func notices(in conversation: ConversationID) async throws(MessengerError)
    -> [ShownNotice]
  {
    let me = accountID
    return try await look { reader in
      try ConversationNews.all(for: me, reader: reader) { try reader.conversation($0) }
        .filter { $0.conversationID == conversation }
        .flatMap { try Self.shown($0, in: reader) }
        .sorted { ($0.banner.firstAt, $0.banner.id) < ($1.banner.firstAt, $1.banner.id) }
    }
  }

  private static func shown(_ news: ConversationNews, in reader: any MessengerReader) throws
    -> [ShownNotice]
  {
    let key = news.collaboration
    let state = try DocumentState(of: key, in: reader)
    let told = try reader.record(ToldEnding.self, key: key.bytes)
    return try news.banners.map { banner in
      var names: [AccountID: String] = [:]
      let subjects = banner.actors.flatMap { $0.subjects ?? [] }.compactMap(\.account)
      for account in banner.actors.map(\.account) + subjects {
        names[account] = try reader.account(account)?.name
      }
      return ShownNotice(
        banner: banner,
        text: banner.text(name: { names[$0] ?? "Somebody" }, deed: told?.deed(in: banner)),
        attribution: banner.attribution { names[$0] ?? "Somebody" }, title: state.title,
        link: state.ending == nil ? news.link : nil)
    }
  }

  /// The account's other devices hear of what is shown no more.
  private func changeLedger(
    of key: CollaborationKey, _ change: @escaping @Sendable (inout NoticeLedger) -> Void
  ) async throws(MessengerError) {
    let (device, account) = (deviceID, accountID)
    let isToBeTold = try await commitSharing { reader in
      guard var row = try reader.record(NoticeInbox.Ledger.self, key: key.bytes) else {
        return SharingDecision(false)
      }
      let before = row.ledger.banners
      change(&row.ledger)
      let left = Set(row.ledger.banners.map(\.id))
      let putAway = try PutAwayRules.here(
        before.filter { !left.contains($0.id) }, of: key, from: device, of: account, in: reader)
      return SharingDecision(!putAway.isEmpty, changes: [try .put(row)] + putAway)
    }
    if isToBeTold { hub.publish([.sharing(.workPending)]) }
  }
}
