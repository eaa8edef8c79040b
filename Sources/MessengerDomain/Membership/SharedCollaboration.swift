package import GroveIdentity
package import GroveMessage
package import GroveSystem

/// A collaboration this account shared into a conversation: what is needed to change who takes part
/// (protocol 6.5 step 6). No seed is in it; removal and replacement need only the root.
package struct SharedCollaboration: SharingRecord, Hashable {
  package static let kind = "shared"

  /// Somebody it was shared with, this account included.
  package struct Participant: Codable, Hashable, Sendable {
    package var account: AccountID
    package var root: RootHash
    /// Nil on a device that did not issue the root and so does not know.
    package var statement: StatementReference?
    /// It may be on the server in place of another of the account's roots (protocol 9.3), or not.
    package var isSuspect: Bool?
  }

  package var collaboration: CollaborationKey
  package var conversationID: ConversationID
  package var link: String
  package var title: String
  package var optionsSummary: String
  package var epoch: DecimalUInt64
  /// As the app gave it; only the title on a device of this account that did not share it itself.
  package var metadata: CollaborationMetadata
  package var participants: [Participant]

  /// A collaboration shared into two conversations has two rows, with roots of its own in each.
  package var key: [UInt8] { conversationID.bytes + collaboration.bytes }

  /// Somebody shared with twice keeps both roots: whoever leaves loses every one (protocol 9.7).
  package mutating func add(
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
  package var suspects: Set<AccountID> {
    Set(participants.filter { $0.isSuspect == true }.map(\.account))
  }

  package mutating func remove(_ roots: some Sequence<RootHash>) {
    let gone = Set(roots)
    participants.removeAll { gone.contains($0.root) }
  }

  /// One root for each account, the newest.
  package var identityMap: [IdentityMapEntry] {
    var newest: [AccountID: RootHash] = [:]
    for participant in participants where participant.isSuspect != true {
      newest[participant.account] = participant.root
    }
    return newest.map { IdentityMapEntry(account: $0.key, root: $0.value) }
      .sorted { $0.account < $1.account }
  }

  package var accounts: Set<AccountID> { Set(participants.map(\.account)) }

  func roots(of accounts: Set<AccountID>) -> [RootHash] {
    participants.filter { accounts.contains($0.account) }.map(\.root)
  }
}
