public import GroveIdentity

/// Row look-ups inside one transaction. All but the lists are point look-ups, so that the cost of a
/// rule does not grow with the number of participants, documents or log entries.
///
/// Every method throws `CollaborationStoreError`.
public protocol CollaborationReader {
  /// Nil for an account this server has not met.
  func account(_ account: AccountLabel) throws -> AccountRecord?
  /// Every account this server has met, by label, those after `label`, at most `limit`.
  func accounts(after label: AccountLabel?, limit: Int) throws -> [AccountRecord]
  /// Whatever its age; rules ask whether it has expired.
  func passwordReset(_ hash: PasswordResetHash) throws -> PasswordResetRecord?
  /// Whatever its age; nil where the account has none.
  func passwordReset(of account: AccountLabel) throws -> PasswordResetRecord?
  /// Whatever its age; rules ask whether it is good.
  func signInCode(_ hash: SignInCodeHash) throws -> SignInCodeRecord?
  /// Whatever its age; nil where the account has none.
  func signInCode(of account: AccountLabel) throws -> SignInCodeRecord?
  /// Whatever its age; rules ask whether it has expired.
  func session(_ hash: SessionHash) throws -> SessionRecord?
  /// Every one that is kept, the last used first, at most `AccountRules.maximumSessions`.
  func sessions(of account: AccountLabel) throws -> [SessionRecord]
  /// Nil where nobody signs in with this name, or it is an account's own label.
  func signInName(_ name: AccountLabel) throws -> SignInName?
  /// Nil where the account has none.
  func signInName(of account: AccountLabel) throws -> SignInName?
  /// Nil where nobody has signed in so.
  func providerLink(of identity: ProviderIdentity) throws -> ProviderLink?
  /// One for each issuer at most.
  func providerLinks(of account: AccountLabel) throws -> [ProviderLink]
  /// Whether the attempt was answered; it may be forgotten once it has expired.
  func isUsed(_ state: ProviderState) throws -> Bool

  /// Asked for whatever a stranger names: finding nothing costs a store as much as finding a row.
  func document(_ id: DocumentID) throws -> DocumentRecord?
  /// Not deleted, newest first, those that follow `place`, at most `limit`.
  /// - Parameter kind: nil: of any kind.
  func documents(
    ownedBy account: AccountLabel, kind: DocumentRecord.Kind?, after place: ListCursor<DocumentID>?,
    limit: Int
  ) throws -> [DocumentRecord]
  /// How many logs are among them, counting no further than `limit`.
  func countDocuments(ownedBy account: AccountLabel, upTo limit: Int) throws -> Int
  /// Those the account is granted by the join of protocol 9.1, in the same order and number.
  func documents(
    grantedTo account: AccountLabel, kind: DocumentRecord.Kind?,
    after place: ListCursor<DocumentID>?, limit: Int
  ) throws -> [DocumentRecord]
  /// Where an update with this identifier stands in the log; nil where it was not appended yet.
  func sequence(ofUpdate updateID: RequestID, in document: DocumentID) throws -> UInt64?
  /// Oldest first, at most `limit`, and no more once they have `bytes` (`EventRecord.size`): so much
  /// and one entry is read at most, and one entry always comes, however large.
  func events(of document: DocumentID, after sequence: UInt64, limit: Int, bytes: Int) throws
    -> [EventRecord]
  /// When somebody last edited, commented or renamed, in milliseconds since 1970; nil where nobody has.
  func lastUpdate(of document: DocumentID) throws -> UInt64?
  /// The one that is kept; nil where there is none.
  func snapshot(of document: DocumentID) throws -> SnapshotRecord?
  /// How many bytes the snapshot's data has, without reading it; 0 where there is none.
  func snapshotSize(of document: DocumentID) throws -> Int

  /// Asked for whatever a stranger names: finding nothing costs a store as much as finding a row.
  func collaboration(_ id: CollaborationID) throws -> CollaborationRecord?
  /// Prepared at or before the time given and never used, not ended; at most `limit`.
  func collaborations(unusedSince time: UInt64, limit: Int) throws -> [CollaborationRecord]
  /// Nil where the root is not active.
  func identity(_ root: RootHash, in collaboration: CollaborationID) throws -> IdentityRecord?
  /// Those that name this root as their person's, ascending, at most `limit`; it need not be active itself.
  func identities(ofPerson root: RootHash, in collaboration: CollaborationID, limit: Int) throws
    -> [IdentityRecord]
  /// Whether any root is active.
  func hasIdentity(in collaboration: CollaborationID) throws -> Bool
  /// How many there are, counting no further than `limit`.
  func countIdentities(in collaboration: CollaborationID, upTo limit: Int) throws -> Int
  /// How many of them came by the link.
  func countLinkIdentities(in collaboration: CollaborationID, upTo limit: Int) throws -> Int
  /// Those that came by the link, ascending, at most `limit`.
  func linkIdentities(in collaboration: CollaborationID, limit: Int) throws -> [RootHash]
  /// That it was removed before it came, expired or not.
  func withdrawn(_ root: RootHash, in collaboration: CollaborationID) throws -> WithdrawnIdentity?
  /// How many there are, counting no further than `limit`.
  func countWithdrawn(in collaboration: CollaborationID, upTo limit: Int) throws -> Int
  /// Whatever its epoch; `activeBindings` has those in force.
  func binding(of root: RootHash, in collaboration: CollaborationID) throws -> BindingRecord?
  /// Every binding of the account, in force or not.
  func bindings(of account: AccountLabel, in collaboration: CollaborationID) throws
    -> [BindingRecord]
  /// The same wherever they are, at most `limit`, in no particular order.
  func bindings(of account: AccountLabel, limit: Int) throws -> [BindingRecord]
  /// **The join of protocol 9.1**, newest grant first: bindings of the account whose identity is
  /// active and whose epoch is not below the activation epoch. Access is that this is not empty.
  func activeBindings(of account: AccountLabel, in collaboration: CollaborationID) throws
    -> [BindingRecord]
  /// Accounts with an active binding, each once.
  func boundAccounts(in collaboration: CollaborationID) throws -> [AccountLabel]
  /// Identities with their bindings, ascending by root.
  func participants(
    in collaboration: CollaborationID, after root: RootHash?, limit: Int, onlyBound: Bool
  ) throws -> [ParticipantRecord]

  /// Nil where no grant has consumed it, or it was purged since.
  func usedNonce(_ nonce: ChallengeNonce) throws -> NonceRecord?
  /// What the account's request was answered; nil where it was not made, or is forgotten.
  func answer(to requestID: RequestID, by account: AccountLabel) throws -> StoredAnswer?
  /// Open or ignored.
  func knock(_ id: KnockID, in collaboration: CollaborationID) throws -> KnockRecord?
  /// Open or ignored; there is one of an account at most.
  func knock(by account: AccountLabel, in collaboration: CollaborationID) throws -> KnockRecord?
  /// Not ignored, oldest first, at most `limit`.
  func openKnocks(in collaboration: CollaborationID, limit: Int) throws -> [KnockRecord]
  /// The same, those that follow `place`.
  func openKnocks(in collaboration: CollaborationID, after place: ListCursor<KnockID>?, limit: Int)
    throws -> [KnockRecord]
  /// How many of them there are, counting no further than `limit`.
  func countOpenKnocks(in collaboration: CollaborationID, upTo limit: Int) throws -> Int
  /// Nil where nothing of the account is in the box.
  func waitingKnock(by account: AccountLabel, in collaboration: CollaborationID) throws
    -> KnockRecord?
  /// What is in the box, oldest first, at most `limit`.
  /// - Parameter collaboration: nil for all of them.
  func waitingKnocks(in collaboration: CollaborationID?, limit: Int) throws -> [KnockRecord]
  /// What the account asked for anywhere and is still kept, oldest first: open, ignored or in the box. Not
  /// for requests of the API: it may read every knock there is.
  func knocks(by account: AccountLabel) throws -> [KnockRecord]
  /// The last time the account did this; nil where it never did.
  func causedEvent(_ kind: CausedEvent.Kind, by account: AccountLabel, in document: DocumentID)
    throws -> CausedEvent?

  /// Nil where none was handed over for the identity.
  func noticeAddress(of root: RootHash, in collaboration: CollaborationID) throws -> NoticeAddress?
  /// Whether anybody but this account hears of what happens there.
  func hasNoticeAddress(in collaboration: CollaborationID, besides account: AccountLabel) throws
    -> Bool
  /// Ascending by root, those after `root`, at most `limit`.
  /// - Parameter isLast: of an ended collaboration, those that hear of its end.
  func noticeAddresses(
    in collaboration: CollaborationID, after root: RootHash?, limit: Int, isLast: Bool
  ) throws -> [NoticeAddress]
  /// Nil where nothing of the kind waits to be told.
  func noticeEvent(_ key: NoticeEvent.Key) throws -> NoticeEvent?
  /// Due at or before the time given, the first due first, at most `limit`.
  func dueNoticeEvents(at time: UInt64, limit: Int) throws -> [NoticeEvent]
  /// Nil where nothing of the kind waits for the address.
  func waitingNotice(_ key: WaitingNotice.Key) throws -> WaitingNotice?
  /// How many wait for an identity's address, counting no further than `limit`.
  func countWaitingNotices(for root: RootHash, in collaboration: CollaborationID, upTo limit: Int)
    throws -> Int
  /// Relays for which a notice is due at or before the time given, each once, ascending.
  func noticeRelays(dueBy time: UInt64, limit: Int) throws -> [Origin]
  /// Due at or before the time given, the first due first, at most `limit`.
  func dueNotices(to relay: Origin, at time: UInt64, limit: Int) throws -> [WaitingNotice]
  /// The earliest time after `time` at which an event or a notice is due; nil where there is none.
  func nextNoticeTime(after time: UInt64) throws -> UInt64?
}

/// One row of a participants list.
public struct ParticipantRecord: Hashable, Sendable {
  /// An active identity.
  public var identity: IdentityRecord
  /// The binding in force; nil while nobody is bound.
  public var binding: BindingRecord?

  /// Made by a store from a joined row.
  public init(identity: IdentityRecord, binding: BindingRecord?) {
    self.identity = identity
    self.binding = binding
  }
}
