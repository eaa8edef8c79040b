import CollaborationDomain
import GroveIdentity
import GroveTesting
import Testing

/// Drives the rules through two nodes and the model beside them.
struct GrantModelRun {
  /// A challenge somebody holds, with what was in force when it was issued.
  private struct Held {
    var nonce: Int
    var epoch: UInt64
    var issuedAt: UInt64
    /// Root to activation at issue.
    var activation: [Int: Int]
  }

  static let mustHappen: Set<String> = [
    "granted", "repeated", "not_verified", "challenge_stale", "challenge_used", "already_bound",
    "challenge_expired", "removed", "replaced", "left", "withdrawn", "gone",
    "taken back", "removed as a person",
  ]
  /// Too rare for every run: in one of ten.
  static let mustHappenInTen: Set<String> = ["bound_by_replacement", "taken over"]

  private let roots = Array(1...4)
  /// Identities whose removal may arrive before they do.
  private let late = Array(5...40)
  private let names = ["bob", "carol", "dave"]
  private var nodes: [CollaborationWorld]
  private var model = GrantModel()
  private var random: SeededGenerator
  private var challenges: [Held] = []
  private var requests: [(number: Int, add: [Int], remove: [Int], epoch: UInt64)] = []
  private var nextNonce = 1
  private var nextRequest = 1
  private(set) var seen: Set<String> = []

  init(seed: UInt64) async throws {
    let store = MemoryStore()
    nodes = [CollaborationWorld(store), CollaborationWorld(store)]
    random = SeededGenerator(seed: seed)
    try await nodes[0].share()
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  /// Mostly one of the few that everything happens to.
  private mutating func anyRoot() -> Int {
    Int.random(in: 0..<4, using: &random) == 0 ? pick(late) : pick(roots)
  }

  private var node: Int { mutating get { Int.random(in: 0...1, using: &random) } }

  mutating func step() async throws {
    switch Int.random(in: 0..<23, using: &random) {
    case 0..<3: try await add()
    case 3..<5: try await remove()
    case 5..<8: try await replace()
    case 8: try await retry()
    case 9..<13: try await challenge()
    case 13..<20: try await prove()
    case 20: try await leave()
    default: passTime()
    }
  }

  private mutating func passTime() {
    let milliseconds = pick([1, 1000, 60_000, 125_000])
    for index in nodes.indices { nodes[index].now += UInt64(milliseconds) }
  }

  private mutating func add() async throws {
    let (root, person) = (anyRoot(), anyRoot())
    let isNamed = root != person && Int.random(in: 0..<3, using: &random) == 0
    let number = newRequest()
    let outcome = try await nodes[node].update(
      add: [root], persons: isNamed ? [root: person] : [:], request: number)
    guard model.activation[root] != nil || !model.withdrawn.contains(root) else {
      seen.insert("gone")
      return #expect(outcome.refusal == .gone)
    }
    let epoch = try outcome.get().epoch
    requests.append((number, [root], [], epoch))
    model.add(root, of: isNamed ? person : nil)
  }

  private mutating func remove() async throws {
    let root = anyRoot()
    // Those that are proved again and again are not to be lost to a removal in advance.
    guard late.contains(root) || model.activation[root] != nil else { return }
    let number = newRequest()
    let only = Int.random(in: 0..<3, using: &random) == 0
    let before = Set(names.filter(model.hasAccess))
    let count = model.activation.count
    let revocation = try await nodes[node].update(remove: [root], only: only, request: number)
      .get()
    requests.append((number, [], [root], revocation.epoch))
    seen.insert(model.activation[root] != nil ? "removed" : "withdrawn")
    model.remove(root, only: only)
    if count > model.activation.count + 1 { seen.insert("removed as a person") }
    let lost = before.subtracting(names.filter(model.hasAccess))
    let expected = try Set(lost.map { try CollaborationWorld.account($0) })
    guard case .accounts(let told) = revocation.lost else { return #expect(Bool(false)) }
    #expect(Set(told) == expected)
  }

  private mutating func replace() async throws {
    let (old, new) = (anyRoot(), anyRoot())
    guard old != new else { return }
    let isThere = (old: model.activation[old] != nil, new: model.activation[new] != nil)
    let takesBack = !isThere.old && isThere.new && model.replaced[new] != old
    // Those that are proved again and again are not to be lost to a replacement taken back in advance.
    guard !takesBack || late.contains(old) else { return }
    let outcome = try await nodes[node].update(replace: [(old, new)], request: newRequest())
    guard isThere.old else {
      // Absent and replaced already: nothing to do. Absent and unknown: refused.
      #expect(outcome.refusal == (isThere.new ? nil : .conflict))
      if takesBack {
        seen.insert("taken back")
        model.withdrawn.insert(old)
      }
      return
    }
    guard isThere.new || !model.withdrawn.contains(new) else {
      return #expect(outcome.refusal == .gone)
    }
    _ = try outcome.get()
    seen.insert("replaced")
    model.replace(old, new)
  }

  /// An old request arrives once more, on any node: it is answered as before and changes nothing.
  private mutating func retry() async throws {
    guard !requests.isEmpty else { return }
    let old = pick(requests)
    let again = try await nodes[node].update(
      add: old.add, remove: old.remove, request: old.number)
    #expect(try again.get().epoch == old.epoch)
  }

  private mutating func newRequest() -> Int {
    nextRequest += 1
    return nextRequest
  }

  private mutating func challenge() async throws {
    let world = nodes[node]
    challenges.append(
      Held(
        nonce: nextNonce, epoch: try await world.epoch(), issuedAt: world.now,
        activation: model.activation))
    nextNonce += 1
  }

  private mutating func prove() async throws {
    guard !challenges.isEmpty else { return }
    let (held, root, name) = (pick(Array(challenges.suffix(6))), pick(roots), pick(names))
    let takesOver = Int.random(in: 0..<3, using: &random) == 0
    let outcome = try await nodes[node].grant(
      root, to: name, nonce: held.nonce, epoch: held.epoch, issuedAt: held.issuedAt,
      takingOver: takesOver)
    switch outcome {
    case .failure(let refusal):
      judge(refusal, held, root, name)
      if takesOver { #expect(refusal != .boundByReplacement) }
    case .success(let grant):
      if takesOver, model.holder[root] != name, model.inherited.contains(root) {
        seen.insert("taken over")
        model.release(root)
      }
      judge(grant, held, root, name)
    }
  }

  private mutating func judge(_ grant: GrantRules.Grant, _ held: Held, _ root: Int, _ name: String)
  {
    #expect(model.activation[root] != nil, "nobody gets in by a root that is not active")
    #expect(
      held.activation[root] == model.activation[root],
      "no grant from a challenge from before the activation")
    #expect(nodes[0].now < held.issuedAt + 120_000)
    if let earlier = model.granted[held.nonce] {
      #expect(!grant.isNew && earlier == (root, name), "one nonce, one grant")
    }
    #expect(model.holder[root] == nil || model.holder[root] == name, "one identity, one account")
    #expect(grant.isNew == (model.holder[root] == nil))
    seen.insert(grant.isNew ? "granted" : "repeated")
    model.holder[root] = name
    // A repetition of the same proof proves nothing anew.
    if model.granted[held.nonce] == nil { model.inherited.remove(root) }
    if model.granted[held.nonce] == nil { model.granted[held.nonce] = (root, name) }
  }

  private mutating func judge(
    _ refusal: CollaborationRefusal, _ held: Held, _ root: Int, _ name: String
  ) {
    seen.insert(refusal.rawValue)
    switch refusal {
    case .notVerified: #expect(model.activation[root] == nil)
    case .challengeStale: #expect(held.activation[root] != model.activation[root])
    case .challengeExpired: #expect(nodes[0].now >= held.issuedAt + 120_000)
    case .challengeUsed: #expect(model.granted[held.nonce] != nil)
    case .alreadyBound:
      #expect(model.holder[root] != nil && model.holder[root] != name)
      #expect(!model.inherited.contains(root))
    case .boundByReplacement:
      #expect(model.holder[root] != name && model.inherited.contains(root))
    default: #expect(Bool(false), "\(refusal)")
    }
  }

  private mutating func leave() async throws {
    let name = pick(names)
    let (id, call) = (try CollaborationWorld.collaboration(1), try nodes[node].call(name))
    let outcome = try await nodes[node].store.change { reader in
      try IdentityRules.leave(id, for: call, reading: reader)
    }
    #expect(outcome.refusal == (model.hasAccess(name) ? nil : .notFound))
    if outcome.refusal == nil { seen.insert("left") }
    for (root, holder) in model.holder where holder == name { model.release(root) }
  }

  /// Access on either node is what the model says, and no root has two accounts.
  func check(_ comment: String) async throws {
    for world in nodes {
      for name in names {
        #expect(
          (try await world.access(of: name) != nil) == model.hasAccess(name), "\(comment): \(name)")
      }
    }
    let id = try CollaborationWorld.collaboration(1)
    let rows = try await nodes[0].store.read {
      try $0.participants(in: id, after: nil, limit: 100, onlyBound: false)
    }
    let expected = try (roots + late).filter { model.activation[$0] != nil }.map { root in
      try model.holder[root].map { try CollaborationWorld.account($0) }
    }
    #expect(rows.map(\.binding?.account) == expected, "\(comment)")
  }
}
