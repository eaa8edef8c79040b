public import GroveIdentity

/// Addresses at which participants hear of what happened (protocol 12.8).
public enum NoticeAddressRules {
  /// Keeps an address for the caller's identity; an account has one in a collaboration, the newest.
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
      let address = NoticeAddress(
        collaborationID: id, root: root, account: call.account, endpoint: endpoint, key: key,
        secret: secret, nextCounter: earlier.map(\.nextCounter).max() ?? call.now)
      guard earlier != [address] else { return Decision((), changes: known) }
      let others = earlier.map(\.root).filter { $0 != root }
      return Decision(
        (),
        changes: known + others.map { .removeNoticeAddress(id, $0) } + [.putNoticeAddress(address)])
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
