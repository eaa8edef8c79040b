import CollaborationDomain
import GroveIdentity

/// What the collaboration server has said, kept apart from its rows: who must have access and who must
/// not follows from the answers alone.
struct AccessLedger {
  private struct Shared {
    var document: DocumentID
    var owner: AccountLabel
    /// Since which step each identity is active.
    var active: [RootHash: Int] = [:]
    var bound: [RootHash: AccountLabel] = [:]
    var fromKnocks: Set<RootHash> = []
    /// Of which person each identity was said to be.
    var persons: [RootHash: RootHash] = [:]

    var accounts: Set<AccountLabel> { Set(bound.values).subtracting([owner]) }
  }

  private struct Used: Hashable {
    var root: RootHash
    var account: AccountLabel
  }

  private var shared: [CollaborationID: Shared] = [:]
  private var nonces: [ChallengeNonce: Used] = [:]
  private var removed: [CollaborationID: [RootHash: Int]] = [:]
  private var numbers: [RequestID: UInt64] = [:]
  private var newest: [DocumentID: UInt64] = [:]

  func isActive(_ root: RootHash, in id: CollaborationID) -> Bool {
    shared[id]?.active[root] != nil
  }

  /// The account that an active identity is bound to.
  func account(of root: RootHash, in id: CollaborationID) -> AccountLabel? {
    shared[id]?.bound[root]
  }

  /// Whether somebody takes part by an identity, the owner too.
  func isBound(_ account: AccountLabel, in id: CollaborationID) -> Bool {
    shared[id]?.bound.values.contains(account) == true
  }

  /// How often an identity was taken out, or its account has left and may come back with it, so that its last notices
  /// can be told apart.
  func removals(of root: RootHash, in id: CollaborationID) -> Int { removed[id]?[root] ?? 0 }

  /// Whether a notice has the identifier by which a newcomer is told of somebody who is there already.
  func isFound(_ noticeID: NoticeID, in id: CollaborationID) -> Bool {
    let known = Array(shared[id]?.active.keys ?? [:].keys) + Array(removed[id, default: [:]].keys)
    return known.contains { $0.bytes.prefix(NoticeID.byteCount) == noticeID.bytes[...] }
  }

  /// Everybody but the owner who must have access now.
  func accounts(in id: CollaborationID) -> Set<AccountLabel> { shared[id]?.accounts ?? [] }

  mutating func prepared(_ prepared: SharingRules.Prepared, by owner: AccountLabel) {
    guard shared[prepared.collaborationID] == nil else { return }
    shared[prepared.collaborationID] = Shared(document: prepared.documentID, owner: owner)
  }

  // MARK: Membership

  mutating func updated(
    _ update: IdentityRules.Update, in id: CollaborationID, _ done: CollaborationProcess.Done,
    at step: Int
  ) throws(Violation) {
    // The same request again: its first answer, and nothing new.
    guard done.changes > 0 else { return }
    let before = accounts(in: id)
    for root in update.remove {
      if update.removesOnlyThese { keepAccess(without: root, of: Set(update.remove), in: id) }
      let all = update.removesOnlyThese ? [root] : person(of: root, in: id)
      let accounts = Set(all.compactMap { shared[id]?.bound[$0] }).filter {
        $0 != shared[id]?.owner
      }
      for one in all { drop(one, in: id) }
      guard !update.removesOnlyThese else { continue }
      for one in shared[id]?.fromKnocks ?? [] {
        guard let account = shared[id]?.bound[one], accounts.contains(account) else { continue }
        drop(one, in: id)
      }
    }
    for pair in update.replace where shared[id]?.active[pair.old] != nil {
      let moved = shared[id]?.bound[pair.old]
      let person = shared[id]?.persons[pair.old] ?? pair.old
      connect(without: pair, in: id)
      if person != pair.new, shared[id]?.persons[pair.new] == nil {
        shared[id]?.persons[pair.new] = person
      }
      activate(pair.new, in: id, at: step)
      if shared[id]?.bound[pair.new] == nil { shared[id]?.bound[pair.new] = moved }
      drop(pair.old, in: id)
    }
    for root in update.add where shared[id]?.active[root] == nil {
      let named = update.persons[root]
      let person = named.flatMap { shared[id]?.persons[$0] } ?? named
      shared[id]?.persons[root] = person == root ? nil : person
      activate(root, in: id, at: step)
    }
    try named(done.answer, before.subtracting(accounts(in: id)))
  }

  /// What hangs together by what the owner has said, whether it is active or not.
  private func person(of root: RootHash, in id: CollaborationID) -> Set<RootHash> {
    var all: Set<RootHash> = [root]
    while true {
      let before = all.count
      for (one, other) in shared[id]?.persons ?? [:] where all.contains(one) || all.contains(other)
      {
        all.formUnion([one, other])
      }
      if all.count == before { return all }
    }
  }

  /// Who named one that goes is still of its person.
  private mutating func connect(without root: RootHash, in id: CollaborationID) {
    guard let person = shared[id]?.persons[root] else { return }
    for (one, other) in shared[id]?.persons ?? [:] where other == root && one != person {
      shared[id]?.persons[one] = person
    }
  }

  /// What takes a place that was another person's joins the two.
  private mutating func connect(
    without pair: IdentityRules.Update.Replacement, in id: CollaborationID
  ) {
    let person = person(of: pair.old, in: id)
    connect(without: pair.old, in: id)
    guard shared[id]?.active[pair.new] != nil, shared[id]?.persons[pair.new] != nil,
      !person.contains(pair.new)
    else { return }
    for one in person where one != pair.old && shared[id]?.active[one] != nil {
      shared[id]?.persons[one] = pair.new
    }
  }

  /// An account that has nothing else takes over what its person has and has never used.
  private mutating func keepAccess(
    without root: RootHash, of leaving: Set<RootHash>, in id: CollaborationID
  ) {
    let person = person(of: root, in: id)
    connect(without: root, in: id)
    let bound = shared[id]?.bound ?? [:]
    guard let account = bound[root],
      !bound.contains(where: { $0.value == account && !leaving.contains($0.key) }),
      let other = person.sorted().first(where: {
        !leaving.contains($0) && shared[id]?.active[$0] != nil && bound[$0] == nil
      })
    else { return }
    shared[id]?.bound[other] = account
  }

  private mutating func activate(_ root: RootHash, in id: CollaborationID, at step: Int) {
    guard shared[id]?.active[root] == nil else { return }
    shared[id]?.active[root] = step
    shared[id]?.bound[root] = nil
  }

  private mutating func drop(_ root: RootHash, in id: CollaborationID) {
    removed[id, default: [:]][root, default: 0] += 1
    shared[id]?.active[root] = nil
    shared[id]?.bound[root] = nil
    shared[id]?.fromKnocks.remove(root)
    shared[id]?.persons[root] = nil
  }

  /// A removal's answer names everybody whose sessions have to end, and nobody else.
  private func named(_ answer: CollaborationAnswer, _ lost: Set<AccountLabel>) throws(Violation) {
    guard case .changed(let revocation) = answer else { return }
    switch revocation.lost {
    case .accounts(let accounts):
      try hold(5, Set(accounts) == lost, "a removal names others than those who lost access")
    case .everyone(let count, _):
      try hold(5, count == lost.count, "an end counts others than those who lost access")
    }
  }

  mutating func left(_ id: CollaborationID, _ account: AccountLabel, _ changes: Int) {
    guard changes > 0, let roots = shared[id]?.bound.filter({ $0.value == account }).keys else {
      return
    }
    for root in roots {
      if shared[id]?.fromKnocks.contains(root) == true {
        drop(root, in: id)
      } else {
        removed[id, default: [:]][root, default: 0] += 1
        shared[id]?.bound[root] = nil
      }
    }
  }

  mutating func ended(_ id: CollaborationID, _ done: CollaborationProcess.Done) throws(Violation) {
    guard done.changes > 0 else { return }
    try named(done.answer, accounts(in: id))
    shared[id] = nil
  }

  mutating func admitted(
    _ account: AccountLabel, as root: RootHash, to id: CollaborationID, at step: Int
  ) {
    guard !accounts(in: id).contains(account) else { return }
    activate(root, in: id, at: step)
    shared[id]?.bound[root] = account
    shared[id]?.fromKnocks.insert(root)
  }

  // MARK: Grants

  mutating func granted(
    _ proof: OfferedProof, to id: CollaborationID, by account: AccountLabel, changes: Int,
    isEntry: Bool = false
  ) throws(Violation) {
    try hold(
      3, isEntry || proof.challenge.account == account,
      "granted to another account than the signed one")
    try hold(
      13, isEntry == proof.challenge.account.isEntryCandidate,
      "what was signed for an entry was granted to an account, or the other way round")
    guard let since = shared[id]?.active[proof.root] else {
      throw Violation(1, "granted for an identity that is not active")
    }
    try hold(
      5, proof.challenge.step >= since,
      "granted with a challenge from before the identity was added")
    if let bound = shared[id]?.bound[proof.root] {
      try hold(4, bound == account, "one identity was bound to two accounts")
    }
    let used = Used(root: proof.root, account: account)
    if let earlier = nonces[proof.challenge.nonce] {
      try hold(4, earlier == used, "one nonce led to two grants")
      try hold(4, changes == 0, "one nonce was taken twice")
    }
    nonces[proof.challenge.nonce] = used
    shared[id]?.bound[proof.root] = account
  }

  // MARK: Content

  mutating func appended(_ update: RequestID, to document: DocumentID, as number: UInt64)
    throws(Violation)
  {
    if let first = numbers[update] {
      try hold(6, first == number, "one update was given two numbers")
      return
    }
    try hold(6, number > newest[document] ?? 0, "an update was given a number that was taken")
    numbers[update] = number
    newest[document] = number
  }

  /// Everything acknowledged is in the log, once and where it was said to be.
  func check(_ log: [EventRecord]) throws(Violation) {
    var places: [RequestID: UInt64] = [:]
    for entry in log {
      guard let update = entry.updateID else { continue }
      try hold(
        6, places.updateValue(entry.sequence, forKey: update) == nil, "an update stands twice")
    }
    guard let document = log.first?.documentID, let last = newest[document] else { return }
    try hold(6, last <= UInt64(log.count), "an acknowledged update is lost")
    for (update, place) in places {
      guard let said = numbers[update] else { continue }
      try hold(6, said == place, "an update stands elsewhere than was said")
    }
  }
}
