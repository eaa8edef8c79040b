public import GroveIdentity

extension NoticeBanner {
  /// What a person reads: "Charlie edited", "Charlie and Dana edited", "Charlie and 2 others
  /// edited".
  /// - Parameters:
  ///   - name: what this person calls an account.
  ///   - deed: what was done, where that is another thing to this person than to everybody.
  public func text(name: (AccountID) -> String, deed: String? = nil) -> String {
    let who = Self.together(eachOnce(name).map { $0.name ?? name($0.account) })
    return "\(who) \(deed ?? self.deed(name: name))"
  }

  /// Whose account became known after the app's name for them was told is one person.
  private func eachOnce(_ name: (AccountID) -> String) -> [Actor] {
    let known = Set(actors.filter { $0.name == nil }.map { name($0.account) })
    return actors.filter { $0.name.map { !known.contains($0) } ?? true }
  }

  /// What its people did, in words: "edited", "joined", "added Carol and 2 others".
  /// - Parameter name: what this person calls an account.
  public func deed(name: (AccountID) -> String) -> String {
    if isBySelf { return kind.ownDeed ?? kind.deed }
    let subjects = actors.flatMap { $0.subjects ?? [] }
    guard let verb = kind.verb, !subjects.isEmpty else { return kind.deed }
    let people = subjects.reduce(into: [String]()) { people, one in
      let called = one.account.map(name) ?? one.name ?? "somebody"
      if !people.contains(called) { people.append(called) }
    }
    return "\(verb) \(Self.together(people))"
  }

  private static func together(_ people: [String]) -> String {
    switch people.count {
    case 0, 1: people.first ?? ""
    case 2: "\(people[0]) and \(people[1])"
    default: "\(people[0]) and \(people.count - 1) others"
    }
  }

  /// As it can be said now: whose an identity is may be told after the notice.
  public func knowing(_ account: (RootHash) -> AccountID?) -> NoticeBanner {
    var known = self
    for index in known.actors.indices {
      known.actors[index].subjects = known.actors[index].subjects?.map {
        NoticeBanner.Subject(root: $0.root, account: $0.account ?? account($0.root), name: $0.name)
      }
    }
    return known
  }

  /// Says whose word it is: nil for a fact about people the device knows, else "Charlie's app says" (protocol
  /// 12.4), or that a name is the app's only.
  public func attribution(name: (AccountID) -> String) -> String? {
    if isAttested {
      return eachOnce(name).lazy.compactMap(\.name).first.map {
        "\($0) is called so at \(audience.text.split(separator: "/").last ?? "")"
      }
    }
    guard let first = actors.first else { return nil }
    return actors.count == 1 ? "\(name(first.account))'s app says" : "their apps say"
  }
}

extension NoticeKind {
  /// The same of those who came or left by themselves; nil of kinds that nobody does to themselves.
  public var ownDeed: String? {
    switch self {
    case .addedCollaborator: "joined"
    case .removedCollaborator: "left"
    default: nil
    }
  }

  /// What somebody did to somebody else; nil of other kinds.
  fileprivate var verb: String? {
    switch self {
    case .addedCollaborator: "added"
    case .removedCollaborator: "removed"
    default: nil
    }
  }

  /// The end of a sentence that begins with who did it.
  public var deed: String {
    switch self {
    case .edit: "edited"
    case .comment: "commented"
    case .addedCollaborator: "added somebody"
    case .removedCollaborator: "removed somebody"
    case .mention: "mentioned you"
    case .created: "created it"
    case .deleted: "deleted it"
    case .renamed: "renamed it"
    case .moved: "moved it"
    }
  }
}
