public import GroveIdentity

/// Identities of a collaboration: add, remove, replace (protocol 9.3).
public enum IdentityRules {
  /// Entries in one request, all kinds together.
  public static let maximumEntries = 1024
  /// Identities in one collaboration.
  public static let maximumIdentities = 100_000
  /// Identities of one collaboration that were removed before they came, in 24 hours.
  public static let maximumWithdrawn = 10_000
  /// Identities of one person in one collaboration, each one of a conversation in which they were invited.
  public static let maximumOfPerson = 256

  /// What is asked for. A root is named at most once.
  public struct Update: Hashable, Sendable {
    /// A root whose binding moves to another root (protocol 12.2).
    public struct Replacement: Hashable, Sendable {
      /// Must be active, unless `new` is: then the replacement was made before.
      public var old: RootHash
      /// Takes over the binding; it may be active already.
      public var new: RootHash
      /// For one pair of a request.
      public init(old: RootHash, new: RootHash) {
        self.old = old
        self.new = new
      }
    }

    /// Roots to add; one that is active is no change.
    public let add: [RootHash]
    /// Roots to remove with their bindings, and whatever else their persons have; one that is not there is no
    /// change.
    public let remove: [RootHash]
    /// Roots whose bindings move.
    public let replace: [Replacement]
    /// Of those to be added, another identity of the same person.
    public let persons: [RootHash: RootHash]
    /// Removes these identities and leaves their persons what else they have.
    public let removesOnlyThese: Bool

    /// Nil where a root is named twice, because the outcome would depend on the order; and where a person is named
    /// for what is not added, or by the very root that is.
    public init?(
      add: [RootHash], remove: [RootHash], replace: [Replacement],
      persons: [RootHash: RootHash] = [:], only: Bool = false
    ) {
      let named = add + remove + replace.flatMap { [$0.old, $0.new] }
      guard Set(named).count == named.count, Set(add).isSuperset(of: persons.keys),
        persons.allSatisfy({ $0.key != $0.value })
      else { return nil }
      self.persons = persons
      removesOnlyThese = only
      self.add = add
      self.remove = remove
      self.replace = replace
    }
  }

  /// One transaction, one new epoch. A repeated request is answered with the first answer and
  /// changes nothing, so a late retry of an *add* cannot resurrect a root removed in between. Nor can
  /// its first arrival: a root that was removed before it came, or whose replacement was taken back
  /// before it came, neither is added nor takes another's place for 24 hours.
  /// - Returns: the answer, or `forbidden` to participants; `limitExceeded` where there would be
  ///   more than 100 000, or more than 256 of one person; `personUnknown` where a person is named by an identity that
  ///   the caller has not given; `gone` where a root to be added or to take another's place was taken back
  ///   before it came; `conflict`
  ///   where a root to be replaced is not active, or the request identifier was used for something
  ///   else.
  public static func update(
    _ update: Update, of id: CollaborationID, requestID: RequestID, for call: Call,
    reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<Revocation>> {
    try outcome {
      let known = try reader.admitting(call)
      let (accessible, collaboration) = try reader.ownedDocument(of: call, in: id)
      let documentID = accessible.document.id
      if let stored = try reader.answer(to: requestID, by: call.account) {
        guard case .identitiesUpdated(id, let epoch, let lost) = stored.answer else {
          throw CollaborationRefusal.conflict
        }
        // Whoever has come back since then keeps what is open.
        let still = try lost.filter { try !reader.hasAccess($0, to: id) }
        return Decision(
          Revocation(documentID: documentID, epoch: epoch, lost: .accounts(still)))
      }
      try checkLimits(of: update, in: id, reading: reader)
      var membership = MembershipChange(collaboration, of: accessible, by: call)
      try membership.apply(update, reading: reader)
      let lost = membership.lost
      let answer = StoredAnswer.Answer.identitiesUpdated(id, epoch: membership.epoch, lost: lost)
      return Decision(
        Revocation(documentID: documentID, epoch: membership.epoch, lost: .accounts(lost)),
        changes: try known + membership.changes(reading: reader)
          + [.storeAnswer(StoredAnswer(answer, to: requestID, by: call))])
    }
  }

  private static func checkLimits(
    of update: Update, in id: CollaborationID, reading reader: any CollaborationReader
  ) throws {
    if !update.add.isEmpty {
      let present = try reader.countIdentities(in: id, upTo: maximumIdentities)
      guard present + update.add.count <= maximumIdentities else {
        throw CollaborationRefusal.limitExceeded
      }
    }
    let leaving = update.remove + update.replace.map(\.old)
    let absent = try leaving.count { try reader.identity($0, in: id) == nil }
    guard absent > 0 else { return }
    let withdrawn = try reader.countWithdrawn(in: id, upTo: maximumWithdrawn)
    guard withdrawn + absent <= maximumWithdrawn else { throw CollaborationRefusal.limitExceeded }
  }

  /// Every binding of the caller's own is given up (protocol 9.5). The identities stay, for another
  /// account of the same person; those that no device holds go with their binding.
  /// - Returns: the answer, or `notFound` without access.
  public static func leave(
    _ id: CollaborationID, for call: Call, reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<Revocation>> {
    try outcome {
      let known = try reader.admitting(call)
      let (accessible, collaboration) = try reader.accessibleDocument(of: call, in: id)
      let bindings = try reader.bindings(of: call.account, in: id)
      var changes = known
      for binding in bindings {
        let identity = try reader.identity(binding.root, in: id)
        // The last that it is told is that this person left: no device of theirs shows the document as open after that.
        if try reader.noticeAddress(of: binding.root, in: id) != nil {
          changes.append(.keepLastAddress(id, binding.root))
        }
        changes.append(
          identity?.origin.isHeldByNoDevice == true
            ? .removeIdentity(id, binding.root) : .removeBinding(id, binding.root))
      }
      var log = LogWriter(accessible.document, by: call)
      if let newest = bindings.first {
        log.append(.left(call.account))
        changes += try reader.telling(
          .removedCollaborator, about: newest.root, in: id, by: call.account, as: newest.root,
          at: call.now)
      }
      return Decision(
        Revocation(
          documentID: accessible.document.id, epoch: collaboration.epoch,
          lost: accessible.isOwner ? .nobody : .accounts([call.account])),
        changes: changes + log.changes)
    }
  }

  /// A page of participants ends with the one that reaches so many bytes.
  public static let participantPageBytes = 256 << 10

  /// A page of a participants list.
  public struct Participants: Hashable, Sendable {
    /// Owns the document; it needs no identity.
    public var owner: AccountLabel
    /// Ascending by root.
    public var participants: [ParticipantRecord]
    /// How the owner and the bound accounts on this page are shown.
    public var names: [AccountLabel: String]
    /// Whether there are rows after the last of these.
    public var more: Bool
  }

  /// The owner sees every identity, participants those that are bound.
  public static func participants(
    in id: CollaborationID, after root: RootHash?, limit: Int, for call: Call,
    reading reader: any CollaborationReader
  ) throws -> Outcome<Participants> {
    try outcome(looking: {
      let (accessible, _) = try reader.accessibleDocument(of: call, in: id)
      var rows = try reader.participants(
        in: id, after: root, limit: limit + 1, onlyBound: !accessible.isOwner)
      // That two identities are one person's nobody learns but the one who has said so.
      if !accessible.isOwner { for index in rows.indices { rows[index].identity.person = nil } }
      let owner = accessible.document.owner
      let all = [owner] + rows.compactMap { $0.binding?.account }
      let names = try reader.displayNames(of: all)
      let page = firstPage(of: rows.prefix(limit), names)
      return Participants(
        owner: owner, participants: page, names: names, more: rows.count > page.count)
    })
  }

  /// The first of the rows, until they have reached `participantPageBytes`.
  private static func firstPage(
    of rows: ArraySlice<ParticipantRecord>, _ names: [AccountLabel: String]
  ) -> [ParticipantRecord] {
    var bytes = 0
    return Array(
      rows.prefix { row in
        defer { bytes += size(of: row, names) }
        return bytes < participantPageBytes
      })
  }

  /// What is written of a row, but for what JSON escapes.
  private static func size(of row: ParticipantRecord, _ names: [AccountLabel: String]) -> Int {
    let account = row.binding?.account
    let name = account.flatMap { names[$0] }?.utf8.count ?? 0
    return 250 + (account?.text.utf8.count ?? 0) + name + row.identity.addedBy.text.utf8.count
  }
}
