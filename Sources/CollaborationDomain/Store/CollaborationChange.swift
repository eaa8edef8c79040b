public import GroveIdentity

/// A row-level write. Each is a statement or two; none reads.
public enum CollaborationChange: Hashable, Sendable {
  /// Inserts or replaces by label.
  case putAccount(AccountRecord)
  case putSession(SessionRecord)
  case removeSession(SessionHash)
  /// Notes when a session was used last, where there still is one.
  case touchSession(SessionHash, at: UInt64)
  /// Inserts, or takes the place of the account's other one.
  case putPasswordReset(PasswordResetRecord)
  case removePasswordReset(AccountLabel)
  /// Inserts, or takes the place of the account's other one.
  case putSignInCode(SignInCodeRecord)
  case removeSignInCode(AccountLabel)
  /// Deletes what an account leaves behind beside its documents and bindings: knocks, open or waiting,
  /// stored answers, its sign-in name, links with a provider, and notice addresses with what waits for them.
  case forgetTraces(AccountLabel)
  /// Inserts; a name that is present, or a second one of the account, is an error, because a rule must have looked.
  case putSignInName(SignInName)
  /// Inserts; an identity that has a link is an error, because a rule must have looked.
  case putProviderLink(ProviderLink)
  case removeProviderLink(ProviderIdentity)
  /// Inserts; a state that is present is an error: one attempt, one answer.
  case useAttempt(UsedAttempt)

  /// Inserts or replaces by identifier.
  case putDocument(DocumentRecord)
  /// Appends to the log and moves the document's `lastSequence` there.
  case appendEvent(EventRecord)
  case putSnapshot(SnapshotRecord)
  /// Deletes log, update identifiers and snapshot.
  case forgetContent(DocumentID)

  /// Inserts or replaces by identifier.
  case putCollaboration(CollaborationRecord)
  /// Deletes every identity, binding, knock and notice address of a collaboration, and what waits to be
  /// told there, but for what `keepLastAddresses` has kept.
  case removeMembership(CollaborationID)
  /// Inserts; a root that is present is an error, because a rule must have looked.
  case insertIdentity(IdentityRecord)
  /// Writes in whose place an identity that is present came last.
  case noteReplaced(CollaborationID, RootHash, inPlaceOf: RootHash)
  /// Writes whose an identity that is present is.
  case notePerson(CollaborationID, RootHash, of: RootHash)
  /// Deletes an identity and its binding, with the binding's notice address.
  case removeIdentity(CollaborationID, RootHash)
  /// Inserts or replaces by (collaboration, root).
  case withdrawIdentity(WithdrawnIdentity)
  /// Inserts or replaces by (collaboration, root).
  case putBinding(BindingRecord)
  /// Deletes a binding with its notice address.
  case removeBinding(CollaborationID, RootHash)
  /// Inserts; a nonce that is present is an error: one nonce, one grant.
  case useNonce(NonceRecord)

  case storeAnswer(StoredAnswer)
  /// Inserts or replaces by (collaboration, account).
  case putKnock(KnockRecord)
  case removeKnock(CollaborationID, AccountLabel)
  /// Inserts by (collaboration, account); one that waits there already stays as it is.
  case putWaitingKnock(KnockRecord)
  case removeWaitingKnock(CollaborationID, AccountLabel)
  /// Inserts or replaces by (collaboration, root).
  case putNoticeAddress(NoticeAddress)
  /// Deletes an address, unless it is marked as a last one, and what waits for it.
  case removeNoticeAddress(CollaborationID, RootHash)
  /// Gives an address, with what waits for it, to the identity that its binding moves to.
  case moveNoticeAddress(CollaborationID, RootHash, to: RootHash)
  /// Marks every address of a collaboration as one that hears of its end only.
  case keepLastAddresses(CollaborationID)
  /// Marks one so, before its identity is removed: it stays until its person has been told.
  case keepLastAddress(CollaborationID, RootHash)
  /// Deletes those marked so.
  case removeLastAddresses(CollaborationID)
  /// Deletes one, where it is marked so.
  case removeLastAddress(CollaborationID, RootHash)
  /// Inserts or replaces by key.
  case putNoticeEvent(NoticeEvent)
  case removeNoticeEvent(NoticeEvent.Key)
  /// Inserts or replaces by key.
  case putWaitingNotice(WaitingNotice)
  case removeWaitingNotice(WaitingNotice.Key)
  /// Inserts or replaces by (document, account, kind).
  case putCausedEvent(CausedEvent)
  /// Deletes what has expired.
  case purge(ExpiryLimits)
}

/// Up to when rows are past their use, inclusive. Milliseconds since 1970.
public struct ExpiryLimits: Hashable, Sendable {
  /// Nonces, used attempts, stored answers, withdrawn identities, sessions, reset links, sign-in codes and
  /// waiting notices with `expiresAt` at or before this.
  public var expiresAt: UInt64
  /// Caused events from before this.
  public var causedAt: UInt64
  /// Knocks ignored at or before this.
  public var ignoredAt: UInt64
  /// Ended collaborations and deleted documents from at or before this.
  public var endedAt: UInt64

  /// Made by `ExpiryRules.purge`.
  public init(expiresAt: UInt64, causedAt: UInt64, ignoredAt: UInt64, endedAt: UInt64) {
    self.expiresAt = expiresAt
    self.causedAt = causedAt
    self.ignoredAt = ignoredAt
    self.endedAt = endedAt
  }
}
