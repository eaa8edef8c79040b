import GroveIdentity
import GroveWire
import RelayDomain

extension MailboxEvent {
  init(_ entry: MailboxEntry) {
    self.init(
      sequence: DecimalUInt64(entry.sequence), receivedAt: DecimalUInt64(entry.receivedAt))
    switch entry.payload {
    case .envelope(let sender, let bytes):
      self.sender = sender
      envelope = Base64URLBytes(bytes)
    case .conversation(let event): conversation = ConversationChange(event)
    case .account(let accountID, let seq):
      account = AccountChange(accountID: accountID, seq: DecimalUInt64(seq))
    case .notice(let pushed):
      notice = NoticePushed(
        addressID: Base64URLBytes(pushed.addressID.bytes), body: Base64URLBytes(pushed.body))
    case .gap(let entries): gap = MailboxGap(entries: DecimalUInt64(entries))
    }
  }
}
