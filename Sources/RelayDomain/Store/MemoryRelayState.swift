import GroveIdentity
import GroveMessage

/// The relay's rows as dictionaries. A value: a transaction works on it in place, alone.
struct MemoryRelayState: Sendable {
  struct Account: Sendable {
    var record: AccountRecord
    var statements: [SignedStatement]
    var devices: [DeviceID: PublicKey] = [:]
    var seen: [DeviceID: UInt64] = [:]
    var admission = Admission()
  }
  struct KEMKey: Sendable {
    var entry: KEMKeyEntry
    var revoked = false
  }
  struct Mailbox: Sendable {
    var position = MailboxPosition()
    var entries: [MailboxEntry] = []
  }
  struct Requests: Sendable {
    var use = MailboxUsage()
    var at: UInt64
  }
  struct Rendezvous: Sendable {
    var expiresAt: UInt64
    var messages: [[UInt8]] = []
  }
  struct KEMKeyID: Hashable, Sendable {
    var owner: DeviceAddress
    var keyID: UInt32
  }

  var accounts: [AccountID: Account] = [:]
  var handles: [Handle: AccountID] = [:]
  var kemKeys: [KEMKeyID: KEMKey] = [:]
  var sessions: [[UInt8]: Session] = [:]
  var usedChallenges: [[UInt8]: UInt64] = [:]
  var conversations: [ConversationID: ConversationRecord] = [:]
  var photos: [ConversationID: [UInt8]] = [:]
  /// Members who have still to accept, with who put them in.
  var requested: [ConversationID: [AccountID: AccountID]] = [:]
  var left: [ConversationID: Set<AccountID>] = [:]
  /// By whom they were made, to whom.
  var requests: [AccountID: [AccountID: Requests]] = [:]
  var mailboxes: [DeviceAddress: Mailbox] = [:]
  var remembered: [EnvelopeKey: UInt64] = [:]
  var rendezvousPoints: [RendezvousID: Rendezvous] = [:]
  var attachments: [AttachmentID: AttachmentRecord] = [:]
  var noticeAddresses: [NoticeAddressID: NoticeAddressRecord] = [:]
  var webPush: [DeviceAddress: WebPushSubscription] = [:]
}
