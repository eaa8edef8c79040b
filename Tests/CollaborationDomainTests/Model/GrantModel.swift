/// What protocol 9 promises, written once more without tables: which activation of a root is in
/// force, who is bound to it, which nonces have granted.
struct GrantModel {
  /// Root to the number of its present activation; absent while it is not active.
  var activation: [Int: Int] = [:]
  /// Root to the one account bound in the present activation.
  var holder: [Int: String] = [:]
  var activations = 0
  /// Roots that were removed before they came.
  var withdrawn: Set<Int> = []
  /// Nonce to what it granted.
  var granted: [Int: (root: Int, account: String)] = [:]

  mutating func add(_ root: Int) {
    guard activation[root] == nil else { return }
    activations += 1
    activation[root] = activations
  }

  /// Not once it was removed without being there.
  func mayAdd(_ root: Int) -> Bool { activation[root] != nil || !withdrawn.contains(root) }

  mutating func remove(_ root: Int) {
    if activation[root] == nil { withdrawn.insert(root) }
    activation[root] = nil
    holder[root] = nil
  }

  mutating func replace(_ old: Int, _ new: Int) {
    add(new)
    holder[new] = holder[new] ?? holder[old]
    remove(old)
  }

  func hasAccess(_ account: String) -> Bool { holder.values.contains(account) }
}
