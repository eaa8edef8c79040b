/// What protocol 9 promises, written once more without tables: which activation of a root is in
/// force, who is bound to it, which nonces have granted.
struct GrantModel {
  /// Root to the number of its present activation; absent while it is not active.
  var activation: [Int: Int] = [:]
  /// Root to the one account bound in the present activation.
  var holder: [Int: String] = [:]
  var activations = 0
  /// Root to the one in whose place it came last.
  var replaced: [Int: Int] = [:]
  /// Taken back before they came: not added for a day, which is longer than a run.
  var withdrawn: Set<Int> = []
  /// Nonce to what it granted.
  var granted: [Int: (root: Int, account: String)] = [:]

  mutating func add(_ root: Int) {
    guard activation[root] == nil else { return }
    activations += 1
    activation[root] = activations
  }

  mutating func remove(_ root: Int) {
    if activation[root] == nil { withdrawn.insert(root) }
    end(root)
  }

  mutating func replace(_ old: Int, _ new: Int) {
    add(new)
    holder[new] = holder[new] ?? holder[old]
    replaced[new] = old
    end(old)
  }

  private mutating func end(_ root: Int) {
    activation[root] = nil
    holder[root] = nil
    replaced[root] = nil
  }

  func hasAccess(_ account: String) -> Bool { holder.values.contains(account) }
}
