public import GroveIdentity

/// Addresses at which participants hear of what happened (protocol 12.8).
public enum NoticeAddressRules {
  /// Of so many who are there already a newcomer's messenger hears.
  public static let maximumFound = 32
  /// Further identities of theirs that it hears of, all of them together.
  static let mostFurther = 16
  /// Identities that are looked through for them, however many are there.
  static let mostLookedThrough = 128

  /// Keeps an address for the caller's identity; an account has one in a collaboration, the newest. With each
  /// new one it is told who is there already: who came before is otherwise never told to who comes later, nor to whoever
  /// has lost the device that was told.
  /// - Returns: the answer, or `notFound` without access, `conflict` where the account has bound no
  ///   identity here.
  public static func put(
    _ endpoint: NoticeEndpoint, key: PublicKey, secret: NoticeSecret, in id: CollaborationID,
    for call: Call, reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<Void>> {
    try outcome {
      let known = try reader.admitting(call)
      _ = try reader.accessibleDocument(of: call, in: id)
      let roots = try reader.activeBindings(of: call.account, in: id).map(\.root)
      guard let root = roots.first else { throw CollaborationRefusal.conflict }
      let earlier = try roots.compactMap { try reader.noticeAddress(of: $0, in: id) }
      var address = NoticeAddress(
        collaborationID: id, root: root, account: call.account, endpoint: endpoint, key: key,
        secret: secret, nextCounter: earlier.map(\.nextCounter).max() ?? call.now)
      guard earlier != [address] else { return Decision((), changes: known) }
      let others = earlier.map(\.root).filter { $0 != root }
      let isNew = !earlier.contains { $0.endpoint == endpoint && $0.key == key }
      let found = isNew ? try found(at: &address, now: call.now, reading: reader) : []
      return Decision(
        (),
        changes: known + others.map { .removeNoticeAddress(id, $0) }
          + [.putNoticeAddress(address)] + found)
    }
  }

  /// Those who are there already, by name, as this very person's own doing: it is no news to anybody, and their card
  /// shows it. Not the owner, who shares it; of several identities of one account the newest.
  private static func found(
    at address: inout NoticeAddress, now: UInt64, reading reader: any CollaborationReader
  ) throws -> [CollaborationChange] {
    let id = address.collaborationID
    let owner = try reader.collaboration(id).flatMap { try reader.document($0.documentID)?.owner }
    let rows = try reader.participants(
      in: id, after: nil, limit: mostLookedThrough, onlyBound: true)
    let there = Set(rows.compactMap(\.binding?.account))
      .filter { $0 != address.account && $0 != owner }.sorted().prefix(maximumFound)
    let names = try reader.displayNames(of: there)
    var further = mostFurther
    var told: [CollaborationChange] = []
    for account in there {
      let roots = try reader.activeBindings(of: account, in: id).map(\.root)
      guard let root = roots.first else { continue }
      let noticeID = NoticeID(unchecked: Array(root.bytes.prefix(NoticeID.byteCount)))
      // Each under every identity by which the newcomer may know them, and by name for who knows none.
      for one in try reader.theirs(roots, in: id).prefix(1 + further) {
        if one != root { further -= 1 }
        let action = NoticeAction(
          account: address.account, kind: .addedCollaborator, subject: one,
          actorRoot: address.root, name: one == root ? names[account] ?? account.text : nil,
          at: now)
        told.append(
          .putWaitingNotice(
            WaitingNotice(
              address: address, action: action, noticeID: noticeID, counter: address.nextCounter,
              attempts: 0, dueAt: now, expiresAt: now + NoticeRules.lifetime)))
      }
      address.nextCounter += 1
    }
    return told
  }

  /// Tells the caller's own devices that they have the document open, so that what was told of it before is seen, and
  /// one that held it for left does so no more: a notice to their own address that they came in.
  /// - Parameter noticeID: fresh and random.
  /// - Returns: the answer, or `notFound` without access. Where there is no address: no change.
  public static func opened(
    _ id: CollaborationID, as noticeID: NoticeID, for call: Call,
    reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<Void>> {
    try outcome {
      let known = try reader.admitting(call)
      _ = try reader.accessibleDocument(of: call, in: id)
      let roots = try reader.activeBindings(of: call.account, in: id).map(\.root)
      guard
        let address = try roots.lazy.compactMap({ try reader.noticeAddress(of: $0, in: id) }).first
      else { return Decision((), changes: known) }
      let action = NoticeAction(
        account: call.account, kind: .addedCollaborator, subject: address.root,
        actorRoot: address.root, at: call.now)
      let event = NoticeEvent(
        collaborationID: id, action: action, firstAt: call.now, dueAt: call.now, noticeID: noticeID)
      return try Decision(
        (),
        changes: known + NoticeRules.notice(of: event, to: address, at: call.now, reading: reader))
    }
  }

  /// Takes back what the account handed over here; done before: no change.
  /// - Returns: the answer, or `notFound` without access.
  public static func remove(
    in id: CollaborationID, for call: Call, reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<Void>> {
    try outcome {
      let known = try reader.admitting(call)
      _ = try reader.accessibleDocument(of: call, in: id)
      let changes = try reader.activeBindings(of: call.account, in: id)
        .filter { try reader.noticeAddress(of: $0.root, in: id) != nil }
        .map { CollaborationChange.removeNoticeAddress(id, $0.root) }
      return Decision((), changes: known + changes)
    }
  }
}
