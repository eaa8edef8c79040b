import CollaborationDomain
import GroveIdentity
import GroveWire

extension ParticipantList {
  init(_ list: IdentityRules.Participants) {
    self.init(
      owner: list.owner, ownerDisplayName: list.names[list.owner] ?? list.owner.text,
      participants: list.participants.map { Participant($0, names: list.names) },
      more: list.more ? true : nil)
  }
}

extension Participant {
  init(_ record: ParticipantRecord, names: [AccountLabel: String]) {
    let account = record.binding?.account
    self.init(
      root: record.identity.root, account: account, displayName: account.flatMap { names[$0] },
      addedAt: DecimalUInt64(record.identity.addedAt),
      boundAt: record.binding.map { DecimalUInt64($0.boundAt) }, addedBy: record.identity.addedBy,
      person: record.identity.person)
  }
}

extension KnockList {
  init(_ list: KnockRules.Knocks) {
    self.init(
      knocks: list.knocks.map { knock in
        KnockRequest(
          knockID: knock.id.base64url, account: knock.account,
          displayName: list.names[knock.account] ?? knock.account.text, note: knock.note,
          at: DecimalUInt64(knock.at))
      }, next: list.next?.text)
  }
}
