package import GroveIdentity
import GroveMessage

/// Whom a message goes to, and who can be written to as they are known (protocol 10.5).
package enum EnvelopeRules {
  /// Accounts the message goes to, given the conversation's members.
  package static func recipients(
    of message: OutgoingMessage, members: [AccountID], myAccountID: AccountID
  ) -> [AccountID] {
    let addressed: [AccountID] =
      switch message.audience {
      case .conversation: Array(Set(members).union([myAccountID]))
      case .accounts(let accounts): Array(Set(accounts))
      }
    return addressed.filter { message.content(for: $0) != nil }.sorted()
  }

  /// Whether somebody whose messenger is closed should hear of it: what people say and share, and that
  /// they are mentioned. Receipts, edits and what devices tell each other are quiet.
  package static func rings(_ message: OutgoingMessage) -> Bool {
    switch message.contentType {
    case .text, .invitation: true
    case .notice: isMention(message)
    case .membershipUpdate, .gossip, .acknowledgement, .noticeAddresses, .ownDocuments,
      .noticesPutAway:
      false
    }
  }

  private static func isMention(_ message: OutgoingMessage) -> Bool {
    let bytes =
      switch message.content {
      case .same(let bytes): bytes.bytes
      case .each(let contents): contents.first?.content.bytes ?? []
      }
    guard case .post(.mention, _) = (try? Notice(content: bytes))?.action else { return false }
    return true
  }

  /// Whether a device was just added that nobody can write to yet: it publishes its keys after it was listed, and what
  /// is sealed before that never reaches it.
  ///
  /// - Parameter patience: milliseconds after which a device without keys is taken for one that gets none.
  package static func isDeviceComing(
    to account: KnownAccount, except device: DeviceID, within patience: UInt64, now: UInt64
  ) -> Bool {
    let issuedAt = account.chain.newest.issuedAt
    let age = now > issuedAt ? now - issuedAt : issuedAt - now
    return age <= patience && !RecipientAccount(account, at: now).isReachable(except: device)
  }
}
