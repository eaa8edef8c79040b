import GroveIdentity
import GroveMessage
import GroveSystem

/// A collaboration this account shared into a conversation: what is needed to change who takes part
/// (protocol 6.5 step 6). No seed is in it; removal and replacement need only the root.
struct SharedCollaboration: SharingRecord, Hashable {
  static let kind = "shared"

  /// Somebody it was shared with, this account included.
  struct Participant: Codable, Hashable, Sendable {
    var account: AccountID
    var root: RootHash
    /// Nil on a device that did not issue the root and so does not know.
    var statement: StatementReference?
    /// It may be on the server in place of another of the account's roots (protocol 9.3), or not.
    var isSuspect: Bool?
  }

  var collaboration: CollaborationKey
  var conversationID: ConversationID
  var link: String
  var title: String
  var optionsSummary: String
  var epoch: DecimalUInt64
  /// As the app gave it; only the title on a device of this account that did not share it itself.
  var metadata: CollaborationMetadata
  var participants: [Participant]

  /// A collaboration shared into two conversations has two rows, with roots of its own in each.
  var key: [UInt8] { conversationID.bytes + collaboration.bytes }

  /// Somebody shared with twice keeps both roots: whoever leaves loses every one (protocol 9.7).
  mutating func add(
    _ entry: IdentityMapEntry, statement: StatementReference? = nil, isSuspect: Bool = false
  ) {
    let known = participants.first { $0.root == entry.root }?.statement
    participants.removeAll { $0.root == entry.root }
    participants.append(
      Participant(
        account: entry.account, root: entry.root, statement: statement ?? known,
        isSuspect: isSuspect ? true : nil))
  }

  /// Accounts of which it is not known which root is on the server.
  var suspects: Set<AccountID> {
    Set(participants.filter { $0.isSuspect == true }.map(\.account))
  }

  mutating func remove(_ roots: some Sequence<RootHash>) {
    let gone = Set(roots)
    participants.removeAll { gone.contains($0.root) }
  }

  /// One root for each account, the newest.
  var identityMap: [IdentityMapEntry] {
    var newest: [AccountID: RootHash] = [:]
    for participant in participants where participant.isSuspect != true {
      newest[participant.account] = participant.root
    }
    return newest.map { IdentityMapEntry(account: $0.key, root: $0.value) }
      .sorted { $0.account < $1.account }
  }

  var accounts: Set<AccountID> { Set(participants.map(\.account)) }
}

extension InvitationInbox {
  /// An invitation of one's own account, from another of its devices: this device can manage the
  /// collaboration too.
  static func takeOver(
    _ invitation: Invitation, _ arrival: ContentArrival, reader: any SharingReader
  ) throws -> [SharingChange] {
    let collaboration = CollaborationKey(
      audience: invitation.audience, collaborationID: invitation.collaborationID)
    var shared =
      try reader.record(
        SharedCollaboration.self, key: arrival.conversationID.bytes + collaboration.bytes)
      ?? SharedCollaboration(
        collaboration: collaboration, conversationID: arrival.conversationID,
        link: invitation.link, title: invitation.title,
        optionsSummary: invitation.optionsSummary, epoch: invitation.epoch,
        metadata: CollaborationMetadata(
          localIdentifier: "", collaborationID: invitation.collaborationID,
          title: invitation.title),
        participants: [])
    for entry in invitation.identityMap { shared.add(entry) }
    shared.epoch = DecimalUInt64(max(shared.epoch.value, invitation.epoch.value))
    return [try .put(shared)]
  }
}
