import CollaborationDomain
import GroveIdentity
import GroveMessage
import RelayDomain

/// What a device or a person's app asks of the collaboration server. `account` is who asks.
indirect enum CollaborationRequest: Sendable {
  case prepare(DocumentID, RequestID, SharingRules.Fresh)
  case identities(CollaborationID, IdentityRules.Update, RequestID)
  case end(CollaborationID, onlyUnused: Bool)
  case openLink(CollaborationID)
  case challenge(CollaborationID, ChallengeNonce)
  case grant(CollaborationID, OfferedProof)
  case append(DocumentID, RequestID, mentions: [RootHash])
  case knock(CollaborationID, KnockID)
  case listKnocks(CollaborationID)
  case answerKnock(CollaborationID, KnockID, accept: Bool, root: RootHash)
  case leave(CollaborationID)
  case putAddress(CollaborationID, HandedAddress)
  case takeBackAddress(CollaborationID)
  /// From a page that nobody is signed in to; the hash is that of its secret.
  case entryChallenge(CollaborationID, ChallengeNonce, SessionHash)
  /// With that secret, and the session that begins in the account.
  case enter(CollaborationID, OfferedProof, SessionHash, session: SessionHash)
  /// In a session that an entry has begun.
  case inside(EnteredSession, CollaborationRequest)
}

/// Where somebody was let in by a proof alone.
struct EnteredSession: Sendable {
  var collaborationID: CollaborationID
  var account: AccountLabel
  var hash: SessionHash
}

/// A notice address as an app is given it.
struct HandedAddress: Hashable, Sendable {
  var endpoint: NoticeEndpoint
  var key: PublicKey
  var secret: NoticeSecret
}

enum CollaborationAnswer: Sendable {
  case prepared(SharingRules.Prepared)
  case changed(Revocation)
  case opened
  case challenge(GivenChallenge)
  case granted(GrantRules.Grant)
  case appended(UInt64)
  case knocked
  case knocks([KnockRecord])
  case admitted
  case addressKept
  case entered(EntryRules.Entered, SessionHash)
  case refused(CollaborationRefusal)
}

/// A challenge, with the step it was given out in: only the ledger looks at that.
struct GivenChallenge: Sendable {
  var collaborationID: CollaborationID
  var account: AccountLabel
  var nonce: ChallengeNonce
  var epoch: UInt64
  var issuedAt: UInt64
  var step: Int
  /// Of one for an entry: the hash of the asking page's secret.
  var entry: SessionHash?
  /// Where proofs are real.
  var real: Challenge?
}

struct OfferedProof: Sendable {
  var challenge: GivenChallenge
  var root: RootHash
  /// Whether it comes from a device with a leaf in the identity; stands in for the signature.
  var isSigned: Bool
  var real: SignedIdentityProof?
}

/// What a device asks of the relay.
enum RelayRequest: Sendable {
  /// Final: taken now or never.
  case upload([[UInt8]], isFinal: Bool = false)
  case mailbox(after: UInt64)
  case acknowledge(upTo: UInt64)
  case lookUp
  case changeMembers(add: [AccountID], remove: [AccountID])
  case makeAddress
  case endAddress(NoticeAddressID)
}

enum RelayAnswer: Sendable {
  /// With those who did not take it.
  case uploaded(except: Set<DeviceAddress>)
  case page([MailboxEntry])
  case acknowledged(UInt64)
  /// How many records of each account's chain the relay has, and who is in the conversation.
  case lookedUp([Int], members: [AccountID])
  case changed
  case madeAddress(NoticeAddressID, token: [UInt8])
  case endedAddress
  case refused(RelayRefusal.Code)
}

enum Request: Sendable {
  case relay(RelayRequest)
  case collaboration(CollaborationRequest)
}

enum Answer: Sendable {
  case relay(RelayAnswer)
  case collaboration(CollaborationAnswer)
}

/// One thing on its way. It may be overtaken, lost, and arrive twice.
struct Packet: Sendable {
  enum Load: Sendable {
    case request(Request)
    case answer(Answer)
  }

  /// The device that asked.
  var device: Int
  /// What the device knows its question by.
  var ticket: Int
  var load: Load
  /// Whether it arrives once: a share's actions are calls over a connection that its device holds open.
  /// Where that breaks, or the process ends, what was asked may still be carried out, at any later time.
  var isHeld = false
}
