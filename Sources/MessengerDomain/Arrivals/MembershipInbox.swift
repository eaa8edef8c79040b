package import GroveIdentity
package import GroveMessage
package import GroveSystem

/// What becomes of a membership update that arrives (protocol 12.1, 12.3, 12.7): pure.
package enum MembershipInbox {
  package enum Outcome: Hashable, Sendable {
    /// - Parameter removedMe: this person's own identity is gone.
    case applied(CollaborationKey, removedMe: Bool)
    case refused(Refusal)
  }

  /// Why an update changed nothing. The raw values are stable.
  package enum Refusal: String, Hashable, Sendable {
    case removedDevice = "removed_device"
    case senderNotMember = "sender_not_member"
    /// No invitation of this sender is known: nobody else speaks for a list (12.3).
    case notFromInviter = "not_from_inviter"
    case contradicts
  }

  package static func receive(
    _ update: MembershipUpdate, _ arrival: ContentArrival, myAccount: AccountID,
    reader: any SharingReader
  ) throws -> SharingDecision<Outcome> {
    guard !arrival.isFromRemovedDevice else { return SharingDecision(.refused(.removedDevice)) }
    guard arrival.senderIsMember else { return SharingDecision(.refused(.senderNotMember)) }
    let collaboration = CollaborationKey(
      audience: update.audience, collaborationID: update.collaborationID)
    let key = collaboration.bytes + arrival.sender.bytes
    guard let before = try reader.record(KnownMembership.self, key: key) else {
      return SharingDecision(.refused(.notFromInviter))
    }
    var membership = before
    guard membership.apply(update, from: arrival.sender) == nil else {
      return SharingDecision(.refused(.contradicts))
    }
    membership = try membership.notingFurther(since: before, reader: reader)
    var changes: [SharingChange] = [try .put(membership)]
    let revoked = try ReceivedInvitation.revoke(
      update.removed, in: collaboration, by: arrival.sender, ended: update.ended, reader)
    changes += try revoked.map(SharingChange.put)
    if let title = update.title, !title.isEmpty {
      changes += try ReceivedInvitation.retitle(
        title, in: collaboration, by: arrival.sender, except: update.removed, reader)
    }
    if arrival.sender == myAccount {
      changes += try follow(update, arrival.conversationID, collaboration, reader)
    }
    let isMember = membership.members.root(of: myAccount) != nil
    return SharingDecision(
      .applied(collaboration, removedMe: !revoked.isEmpty && !isMember), changes: changes)
  }

  /// Another device of this account changed who takes part.
  private static func follow(
    _ update: MembershipUpdate, _ conversation: ConversationID, _ collaboration: CollaborationKey,
    _ reader: any SharingReader
  ) throws -> [SharingChange] {
    let key = conversation.bytes + collaboration.bytes
    guard var shared = try reader.record(SharedCollaboration.self, key: key) else { return [] }
    let beside = try ToldGone.noting(
      shared.goneBeside(update.removed, reader), of: collaboration, reader)
    shared.remove(update.removed)
    for entry in update.added { shared.add(entry) }
    shared.epoch = DecimalUInt64(max(shared.epoch.value, update.epoch.value))
    return beside + [try .put(shared)]
  }
}
