import Crypto
public import GroveIdentity
public import GroveMessage
public import GroveSystem

/// How something comes to be shared, step by step (protocol 6.5, 12.1, 12.2): pure.
///
/// It is told what happened (`ShareEvent`) and says what to do next (`ShareDirective`). Whoever
/// carries the directives out stores the procedure first, so that after a crash `restarted` leads
/// to the right end: on to the upload where the message may have left, back to nothing otherwise.
/// It holds no seed and no key; whoever reads it learns roots and the link.
public struct ShareProcedure: Hashable, Sendable, Codable {
  /// Protocol 18.5; the initiator counts.
  public static let maximumParticipants = ShareSheet.maximumParticipants
  /// How often recipients' devices may change while one message is being sent.
  package static let maximumRounds = 3

  /// What it is for.
  public enum Purpose: Hashable, Sendable, Codable {
    /// New content for a conversation: the app is asked to start first.
    case share
    /// The conversation's people have changed.
    case membership
    /// A participant's devices have changed: each account's old root, to be replaced.
    case replacement([AccountID: RootHash])
  }

  /// Where it stands.
  public enum Phase: Hashable, Sendable, Codable {
    case staged
    case resolving
    case starting
    /// Given up, but the handler has not returned: what it did is still to be learnt.
    case startOverdue(ShareFailure)
    case issuing
    case updating
    case updateOverdue(ShareFailure)
    case uploading
    case sent
    /// The draft is back; these are still to be carried out, in this order.
    case compensating(ShareFailure, owed: [ShareCompensation])
    case ended(ShareFailure)
  }

  /// A root made for an account, from which of its statements (protocol 6.5 step 6).
  public struct IssuedRoot: Hashable, Sendable, Codable {
    public let account: AccountID
    public let root: RootHash
    public let statement: StatementReference

    public init(account: AccountID, root: RootHash, statement: StatementReference) {
      self.account = account
      self.root = root
      self.statement = statement
    }
  }

  /// What the start action was fulfilled with.
  public struct Started: Hashable, Sendable, Codable {
    public var link: String
    public var collaborationID: CollaborationID
    /// Zero where no handler told it.
    public var epoch: UInt64

    public init(link: String, collaborationID: CollaborationID, epoch: UInt64 = 0) {
      self.link = link
      self.collaborationID = collaborationID
      self.epoch = epoch
    }
  }

  /// Random; every action's identifier follows from it.
  public let procedureID: RequestID
  public let purpose: Purpose
  /// The app's.
  public let origin: Origin
  /// Who gets an identity, the initiator included where it takes part.
  public let participants: [AccountID]
  /// Identities that go.
  public let removed: [RootHash]
  /// Those of the same people in other conversations, which go too; nil: none.
  package let beside: [RootHash]?
  /// True: they go alone, and their persons keep what else they have.
  package let removesOnlyThese: Bool?
  public internal(set) var phase: Phase = .staged
  public internal(set) var started: Started?
  /// The roots that stand, one for each participant.
  public internal(set) var issued: [IssuedRoot] = []
  /// Every root a handler was ever asked to add: what may be left on a server.
  package var offered: [RootHash] = []
  /// The roots that the next upload brings into being, and what they take the place of.
  package var pending: [IssuedRoot] = []
  /// The devices of these recipients changed; counts the uploads that were refused for it.
  package var round = 0

  /// - Parameter started: nil where the app has to be asked first.
  public init(
    procedureID: RequestID, purpose: Purpose, origin: Origin, participants: [AccountID],
    removed: [RootHash] = [], beside: [RootHash] = [], removesOnlyThese: Bool = false,
    started: Started? = nil
  ) {
    self.procedureID = procedureID
    self.purpose = purpose
    self.origin = origin
    self.participants = participants
    self.removed = removed
    self.beside = beside.isEmpty ? nil : beside
    self.removesOnlyThese = removesOnlyThese ? true : nil
    self.started = started
  }

  /// Why it failed, once it has.
  public var failure: ShareFailure? {
    switch phase {
    case .startOverdue(let failure), .updateOverdue(let failure), .compensating(let failure, _),
      .ended(let failure):
      failure
    default: nil
    }
  }

  /// Whether nothing remains to be done, now or after a restart.
  public var isFinished: Bool {
    switch phase {
    case .sent, .ended: true
    default: false
    }
  }

  /// Once the upload has begun the message may have left, and it is too late.
  public var canBeCancelled: Bool {
    switch phase {
    case .staged, .resolving, .starting, .issuing, .updating: true
    default: false
    }
  }

  /// The identifier of one of the procedure's actions: the same whenever it is repeated.
  package func actionID(_ step: String) -> RequestID {
    let digest = SHA256.hash(data: procedureID.bytes + Array(step.utf8))
    return RequestID(unchecked: Array(Array(digest).prefix(RequestID.byteCount)))
  }
}
