package import GroveIdentity
import GroveMessage
package import GroveSystem

/// What the steps of a procedure mean for this device's own rows: pure. They are written in the
/// same transaction as the step itself, so no crash can part them.
package struct ShareRows {
  package let job: ShareJob
  package let sharer: Sharer
  package let reader: any SharingReader
  private var myAccount: AccountID { sharer.account }

  /// The directives that need more than rows, and the writes of the others.
  package static func carryOut(
    _ directives: [ShareDirective], of job: ShareJob, by sharer: Sharer,
    reader: any SharingReader
  ) throws -> SharingDecision<[ShareDirective]> {
    let rows = ShareRows(job: job, sharer: sharer, reader: reader)
    var changes: [SharingChange] = [
      job.procedure.isFinished ? .delete(job) : try .put(job)
    ]
    if job.procedure.phase != .uploading {
      changes.append(.delete(kind: HeldEnvelopes.kind, key: job.messageID.bytes))
    }
    var lines: [NewThreadItem] = []
    var outgoing: [SharingMessage] = []
    var rest: [ShareDirective] = []
    var shared = try rows.shared()
    for directive in directives {
      switch directive {
      case .giveBack(let failure): changes += try rows.giveBack(failure)
      case .forget(let roots):
        outgoing += try rows.tellTaken(roots, shared)
        outgoing += try rows.withdraw(roots, shared)
        changes += try rows.forget(roots, &shared)
      case .suspect(let roots): changes += try rows.suspect(roots, &shared)
      case .keep(let roots):
        changes += try rows.keep(roots, &shared)
        lines += rows.line()
        outgoing += try rows.text()
      case .announce(let added, let removed):
        outgoing += try rows.announce(added, removed, shared)
      case .update(let update): rest.append(.update(try rows.withPersons(update)))
      case .resolve, .start, .abandonStart, .issue, .abandonUpdate, .upload, .resumeUpload,
        .compensate:
        rest.append(directive)
      }
    }
    var decision = SharingDecision(rest, changes: changes)
    decision.lines = lines
    decision.outgoing = outgoing
    return decision
  }

  private func shared() throws -> SharedCollaboration? {
    try job.sharedKey.flatMap { try reader.record(SharedCollaboration.self, key: $0) }
  }

  private func giveBack(_ failure: ShareFailure) throws -> [SharingChange] {
    guard var draft = try draft() else { return [] }
    draft.failure = failure
    return [try .put(draft)]
  }

  private func forget(_ roots: [RootHash], _ shared: inout SharedCollaboration?) throws
    -> [SharingChange]
  {
    guard let collaboration = job.collaboration else { return [] }
    let beside = try shared?.goneBeside(roots, reader) ?? []
    shared?.remove(roots)
    var changes = try shared.map { [try SharingChange.put($0)] } ?? []
    // Who is in another conversation still is not offered to come back there.
    changes += try ToldGone.noting(beside, of: collaboration, reader)
    let revoked = try ReceivedInvitation.revoke(roots, in: collaboration, by: myAccount, reader)
    changes += try revoked.map(SharingChange.put)
    let key = collaboration.bytes + myAccount.bytes
    if var membership = try reader.record(KnownMembership.self, key: key) {
      let update = update(added: [], removed: roots, collaboration)
      if membership.apply(update, from: myAccount) == nil { changes.append(try .put(membership)) }
    }
    return changes
  }

  /// Says whose the new identities are.
  private func withPersons(_ update: ShareUpdate) throws -> ShareUpdate {
    guard let collaboration = job.collaboration else { return update }
    func entries(_ roots: [ShareProcedure.IssuedRoot]) -> [IdentityMapEntry] {
      roots.map { IdentityMapEntry(account: $0.account, root: $0.root) }
    }
    let added = entries(job.procedure.pending.filter { update.added.contains($0.root) })
    var named = update
    named.persons = try SharePersons.of(
      added, in: collaboration, giving: entries(job.procedure.issued + job.procedure.pending),
      reader: reader)
    return named
  }

  /// Without a statement: such a root is removed with its account, and never believed.
  private func suspect(
    _ roots: [ShareProcedure.IssuedRoot], _ shared: inout SharedCollaboration?
  ) throws -> [SharingChange] {
    for root in roots {
      shared?.add(IdentityMapEntry(account: root.account, root: root.root), isSuspect: true)
    }
    return try shared.map { [try .put($0)] } ?? []
  }

  private func keep(
    _ roots: [ShareProcedure.IssuedRoot], _ shared: inout SharedCollaboration?
  ) throws -> [SharingChange] {
    guard let collaboration = job.collaboration, let started = job.procedure.started else {
      return []
    }
    var row = shared ?? SharedCollaboration(job, collaboration, started)
    row.epoch = DecimalUInt64(max(row.epoch.value, started.epoch))
    for root in roots {
      row.add(
        IdentityMapEntry(account: root.account, root: root.root), statement: root.statement)
    }
    row.remove(job.procedure.replacedRoots)
    shared = row
    let order = try ReceivedInvitation.nextOrder(in: collaboration, reader)
    var changes: [SharingChange] = [try .put(row)]
    if var own = job.own {
      own.order = order
      changes.append(try .put(own))
    }
    changes += try membership(row, collaboration, order)
    return changes + (try draft().map { [.delete($0)] } ?? [])
  }

  private func membership(
    _ row: SharedCollaboration, _ collaboration: CollaborationKey, _ order: UInt64
  ) throws -> [SharingChange] {
    var known = try KnownMembership.merging(
      row.standing(reader).identityMap, epoch: row.epoch.value, of: myAccount, in: collaboration,
      order: order,
      reader: reader)
    let gone = job.procedure.replacedRoots
    if !gone.isEmpty {
      _ = known?.apply(update(added: [], removed: gone, collaboration), from: myAccount)
    }
    return try known.map { [try .put($0)] } ?? []
  }

  private func draft() throws -> Draft? {
    try job.draftID.flatMap { try reader.record(Draft.self, key: $0.bytes) }
  }

  /// What was shared, in one's own conversation; others see the invitation there.
  private func line() -> [NewThreadItem] {
    guard job.procedure.purpose == .share, let started = job.procedure.started else { return [] }
    let link = ThreadLink(
      link: started.link, title: job.title, optionsSummary: job.optionsSummary,
      audience: job.procedure.origin, collaborationID: started.collaborationID)
    return [
      NewThreadItem(
        conversationID: job.conversationID, messageID: job.messageID, sender: sharer.account,
        senderDevice: sharer.device, sentAt: sharer.now, receivedAt: sharer.now,
        content: .link(link), delivery: .sent)
    ]
  }

  /// The draft's text follows as a message of its own.
  private func text() throws -> [SharingMessage] {
    guard let draft = try draft(), !draft.text.isEmpty else { return [] }
    return [
      try SharingMessage(
        messageID: job.procedure.messageID("text"), conversationID: job.conversationID,
        content: TextContent(text: draft.text), to: job.procedure.participants,
        line: .text(draft.text, attachment: nil))
    ]
  }

  private func announce(
    _ added: [ShareProcedure.IssuedRoot], _ removed: [RootHash], _ shared: SharedCollaboration?
  ) throws -> [SharingMessage] {
    guard let collaboration = job.collaboration, let shared else { return [] }
    let entries = added.map { IdentityMapEntry(account: $0.account, root: $0.root) }
    let limit = ShareProcedure.maximumParticipants
    // Somebody shared with twice has two roots to lose, so there may be more than one update holds.
    let parts = stride(from: 0, to: max(1, removed.count), by: limit).map {
      removed[min($0, removed.count)..<min($0 + limit, removed.count)]
    }
    return try parts.enumerated().map { number, part in
      try SharingMessage(
        messageID: job.procedure.messageID("announce \(number)"),
        conversationID: job.conversationID,
        content: update(added: number == 0 ? entries : [], removed: Array(part), collaboration),
        to: shared.accounts)
    }
  }

  /// Whoever loses it hears it here, too, as long as they are in the conversation (protocol 12.3.1): nobody knows whom the
  /// server's word reaches.
  private func tellTaken(_ roots: [RootHash], _ shared: SharedCollaboration?) throws
    -> [SharingMessage]
  {
    guard let collaboration = job.collaboration, let shared else { return [] }
    let procedure = job.procedure
    let asked = Set(procedure.removed + (procedure.beside ?? [])).intersection(roots)
    var left = shared
    left.remove(roots)
    let accounts = shared.accounts.subtracting(left.accounts).subtracting([myAccount])
    let taken = try ([shared] + shared.beside(reader)).flatMap(\.participants)
      .filter { accounts.contains($0.account) && asked.contains($0.root) }.map(\.root)
    guard !taken.isEmpty else { return [] }
    return [
      try SharingMessage(
        messageID: procedure.messageID("taken"), conversationID: job.conversationID,
        content: update(
          added: [], removed: Array(taken.prefix(ShareProcedure.maximumParticipants)), collaboration
        ), to: accounts)
    ]
  }

  /// Those who are with them in another conversation hear that they have gone; this person's other devices hear it as a
  /// change of the conversation in which it was made.
  private func withdraw(_ roots: [RootHash], _ shared: SharedCollaboration?) throws
    -> [SharingMessage]
  {
    guard let collaboration = job.collaboration, let shared else { return [] }
    let gone = Set(roots)
    return try shared.beside(reader).enumerated().flatMap { place, other in
      let theirs = other.participants.map(\.root).filter(gone.contains)
      guard !theirs.isEmpty else { return [SharingMessage]() }
      let content = update(
        added: [], removed: Array(theirs.prefix(ShareProcedure.maximumParticipants)),
        collaboration)
      func message(_ step: String, in conversation: ConversationID, to accounts: Set<AccountID>)
        throws -> SharingMessage
      {
        try SharingMessage(
          messageID: job.procedure.messageID(step), conversationID: conversation,
          content: content, to: accounts)
      }
      return [
        try message(
          "withdraw \(place)", in: other.conversationID,
          to: other.accounts.subtracting([myAccount])),
        try message("withdraw \(place) here", in: job.conversationID, to: [myAccount]),
      ]
    }
  }

  private func update(
    added: [IdentityMapEntry], removed: [RootHash], _ collaboration: CollaborationKey
  ) -> MembershipUpdate {
    MembershipUpdate(
      audience: collaboration.audience, collaborationID: collaboration.collaborationID,
      epoch: job.procedure.started?.epoch ?? 0, added: added, removed: removed)
  }
}

extension ShareProcedure {
  /// What a replacement takes away.
  package var replacedRoots: [RootHash] {
    guard case .replacement(let old) = purpose else { return [] }
    return participants.compactMap { old[$0] }
  }

  package func messageID(_ step: String) -> MessageID { MessageID(unchecked: actionID(step).bytes) }
}

extension SharedCollaboration {
  package init(
    _ job: ShareJob, _ collaboration: CollaborationKey, _ started: ShareProcedure.Started
  ) {
    var metadata = job.metadata
    metadata.collaborationID = started.collaborationID
    self.init(
      collaboration: collaboration, conversationID: job.conversationID, link: started.link,
      title: job.title, optionsSummary: job.optionsSummary,
      epoch: DecimalUInt64(started.epoch), metadata: metadata, participants: [])
  }
}

extension Draft: SharingRecord {
  package static let kind = "draft"
  package var key: [UInt8] { draftID.bytes }
}

/// Who shares, and when.
package struct Sharer: Hashable, Sendable {
  package var account: AccountID
  package var device: DeviceID
  /// Milliseconds.
  package var now: UInt64

  package init(account: AccountID, device: DeviceID, now: UInt64) {
    self.account = account
    self.device = device
    self.now = now
  }
}
