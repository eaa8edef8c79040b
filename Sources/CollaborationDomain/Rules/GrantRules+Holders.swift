import GroveIdentity

/// Which other accounts stand in a grant's way.
extension GrantRules {
  /// An identity that is in use.
  struct Held {
    var identity: IdentityRecord
    var binding: BindingRecord

    /// Nobody has proved it, it is not the owner's, and not that of somebody whom the operator has shut out.
    func givesWay(in document: DocumentRecord, reading reader: any CollaborationReader) throws
      -> Bool
    {
      guard binding.isInherited(by: identity), binding.account != document.owner else {
        return false
      }
      return try reader.account(binding.account)?.disabled == nil
    }
  }

  /// What an identity is in use with besides an account; for a birth, also what the others of its person are
  /// (decision 0036). Whose they are is the owner's word: it keeps an account from being made, and lets nobody into one.
  static func held(
    by identity: IdentityRecord, _ binding: BindingRecord?, besides account: AccountLabel,
    isBirth: Bool, reading reader: any CollaborationReader
  ) throws -> [Held] {
    var held = binding.map { [Held(identity: identity, binding: $0)] } ?? []
    let id = identity.collaborationID
    let person = isBirth ? try reader.person(of: identity.root, identity, in: id) : []
    for other in person where other.root != identity.root {
      guard let binding = try reader.binding(of: other.root, in: id),
        binding.epoch >= other.activationEpoch
      else { continue }
      held.append(Held(identity: other, binding: binding))
    }
    return held.filter { $0.binding.account != account }
  }

  /// Who has no access any more once these bindings of one collaboration are gone, each once.
  static func losing(_ bindings: [BindingRecord], reading reader: any CollaborationReader) throws
    -> [AccountLabel]
  {
    let roots = Set(bindings.map(\.root))
    var seen: Set<AccountLabel> = []
    return try bindings.filter { binding in
      guard seen.insert(binding.account).inserted else { return false }
      return try reader.activeBindings(of: binding.account, in: binding.collaborationID)
        .allSatisfy { roots.contains($0.root) }
    }.map(\.account)
  }
}
