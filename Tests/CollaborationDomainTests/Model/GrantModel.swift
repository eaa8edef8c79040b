/// What protocol 9 promises, written once more without tables: which activation of a root is in
/// force, who is bound to it, which nonces have granted.
struct GrantModel {
  /// Root to the number of its present activation; absent while it is not active.
  var activation: [Int: Int] = [:]
  /// Root to the one account bound in the present activation.
  var holder: [Int: String] = [:]
  /// Roots whose account has them by a replacement and has not proved them since: they may be taken over.
  var inherited: Set<Int> = []
  var activations = 0
  /// Root to the one in whose place it came last.
  var replaced: [Int: Int] = [:]
  /// Root to another of the same person, as the owner said when it was added.
  var named: [Int: Int] = [:]
  /// Taken back before they came: not added for a day, which is longer than a run.
  var withdrawn: Set<Int> = []
  /// Nonce to what it granted.
  var granted: [Int: (root: Int, account: String)] = [:]

  mutating func add(_ root: Int, of person: Int? = nil) {
    guard activation[root] == nil else { return }
    activations += 1
    activation[root] = activations
    named[root] = person.map { named[$0] ?? $0 }
    if named[root] == root { named[root] = nil }
  }

  /// Whoever is removed is removed with all that is theirs.
  mutating func remove(_ root: Int, only: Bool = false) {
    if activation[root] == nil { withdrawn.insert(root) }
    if only { keepAccess(without: root) }
    for one in only ? [root] : person(of: root) { end(one) }
  }

  /// An account that has nothing else takes over what its person has and has never used.
  private mutating func keepAccess(without root: Int) {
    let person = person(of: root)
    connect(without: root)
    guard let account = holder[root], holder.values.count(where: { $0 == account }) == 1,
      let other = person.sorted().first(where: {
        $0 != root && activation[$0] != nil && holder[$0] == nil
      })
    else { return }
    holder[other] = account
    inherited.insert(other)
    replaced[other] = replaced[other] ?? root
  }

  /// Who named one that goes is still of its person.
  private mutating func connect(without root: Int) {
    guard let person = named[root] else { return }
    for (one, other) in named where other == root && one != person { named[one] = person }
  }

  /// What hangs together by names, whether what is named is there or not.
  private func person(of root: Int) -> Set<Int> {
    var all: Set<Int> = [root]
    while true {
      let before = all.count
      for (one, other) in named where all.contains(one) || all.contains(other) {
        all.formUnion([one, other])
      }
      if all.count == before { return all }
    }
  }

  mutating func replace(_ old: Int, _ new: Int) {
    let person = person(of: old)
    let joins = activation[new] != nil && named[new] != nil && !person.contains(new)
    if activation[new] == nil {
      add(new, of: old)
    } else if named[new] == nil, named[old] != new {
      named[new] = named[old] ?? old
    }
    connect(without: old)
    for one in person where joins && one != old && activation[one] != nil { named[one] = new }
    if holder[new] == nil, let account = holder[old] {
      holder[new] = account
      inherited.insert(new)
    }
    replaced[new] = old
    end(old)
  }

  private mutating func end(_ root: Int) {
    activation[root] = nil
    release(root)
    replaced[root] = nil
    named[root] = nil
  }

  mutating func release(_ root: Int) {
    holder[root] = nil
    inherited.remove(root)
  }

  func hasAccess(_ account: String) -> Bool { holder.values.contains(account) }
}
