import CollaborationDomain
import GroveIdentity
import GroveMessage
import GroveTesting
import MessengerDomain
import RelayDomain

/// A device and, beside it, its person's app. The rules of the share procedure, of invitations and of
/// notices are the product's; the inbox and the outbox are small copies of the messenger's, whose own
/// live in an actor over a database.
struct Device {
  let person: Int
  let keys: TestDevice
  let address: DeviceAddress
  /// What a crash leaves.
  var durable: Durable
  /// What a crash takes.
  var volatile = Volatile()
  /// Milliseconds that its clock is ahead of the world's.
  var clock: Int64 = 0

  struct Durable {
    /// The last entry of the mailbox that was written.
    var position: UInt64 = 0
    var seen: Set<MessageIdentity> = []
    /// The texts in the thread, as the person sees them.
    var thread: [MessageIdentity] = []
    var outbox: [Outgoing] = []
    /// How many records of each person's chain it knows.
    var known: [Int]
    var members: [AccountID]
    var job: Job?
    var renewal: Renewal?
    var invitations: [Kept] = []
    var notices: [CollaborationID: NoticeLedger] = [:]
    var noticeCounter: UInt64 = 0
    /// An update of a document that is sent until it is acknowledged.
    var update: (DocumentID, RequestID)?
    /// What the product's own rules about notice addresses and pushed notices read and write.
    var rows = MemorySharingRows()
    /// Where this device's pages are signed in because they were let in by a proof.
    var sessions: [EnteredSession] = []
  }

  struct Volatile {
    /// What was asked and not answered yet, by ticket.
    var waiting: [Int: Purpose] = [:]
    var acknowledged: UInt64 = 0
    var identities: [AccountID: PreparedIdentity] = [:]
    var challenges: [GivenChallenge] = []
    var page: [MailboxEntry] = []
    var hasStarted = true
  }

  enum Purpose: Hashable, Sendable {
    case message, fetch, acknowledge, lookUp, share, renewal, challenge, knocks, update, entry,
      other
    case address(CollaborationID)
    case ending(NoticeAddressID)
  }

  struct Outgoing: Sendable {
    var messageID: MessageID
    var type: ContentType
    /// Nil: for everybody in the conversation.
    var only: AccountID?
    var content: [UInt8]
  }

  /// A share on its way.
  struct Job {
    var procedure: ShareProcedure
    var document: DocumentID
    var startID: RequestID?
    /// Every message under which its invitations were or will be uploaded.
    var messages: [MessageID] = []
    var held: [[UInt8]]?
    var offered: [RootHash] = []
    var isResumed = false
  }

  /// One identity in another's place, asked for by the person's app.
  struct Renewal: Sendable {
    var collaborationID: CollaborationID
    var old: RootHash
    var new: RootHash
    var undoID: RequestID
    var isTakenBack = false
  }

  /// An invitation that the device would use.
  struct Kept: Sendable {
    var collaborationID: CollaborationID
    var root: RootHash
    /// Nil where this device has no leaf in it.
    var identity: PreparedIdentity?
    var membership: CollaborationMembership
  }

  mutating func crash() {
    volatile = Volatile()
    volatile.hasStarted = false
  }

  func waits(for purpose: Purpose) -> Bool { volatile.waiting.values.contains(purpose) }

  func roots(in id: CollaborationID) -> Set<RootHash> {
    Set(durable.invitations.filter { $0.collaborationID == id }.map(\.root))
  }
}
