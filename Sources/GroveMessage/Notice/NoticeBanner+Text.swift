public import GroveIdentity

extension NoticeBanner {
  /// What a person reads: "Charlie edited", "Charlie and Dana edited", "Charlie and 2 others
  /// edited".
  /// - Parameters:
  ///   - name: what this person calls an account.
  ///   - deed: what was done, where that is another thing to this person than to everybody.
  public func text(name: (AccountID) -> String, deed: String? = nil) -> String {
    let who = Self.together(actors.map { $0.name.map(Self.guestName) ?? name($0.account) })
    return "\(who) \(deed ?? self.deed(name: name))"
  }

  /// What an app calls somebody whom no identity map knows, marked wherever it stands: they may have chosen the name of
  /// somebody else.
  public static func guestName(_ name: String) -> String { "\(name) (guest)" }

  /// What stands beside such names.
  /// - Parameter host: the app's.
  public static func guestNote(_ host: some StringProtocol) -> String {
    "a guest’s name is what they call themselves at \(host)"
  }

  /// What its people did, in words: "edited", "joined", "added Carol and 2 others".
  /// - Parameter name: what this person calls an account.
  public func deed(name: (AccountID) -> String) -> String {
    if isBySelf { return kind.ownDeed ?? kind.deed }
    let subjects = actors.flatMap { $0.subjects ?? [] }
    guard let verb = kind.verb, !subjects.isEmpty else { return kind.deed }
    let people = subjects.reduce(into: [String]()) { people, one in
      let called = one.account.map(name) ?? one.name.map(Self.guestName) ?? "somebody"
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

  /// Says whose word it is: nil for a fact about people the device knows, else "Charlie's app says" (protocol
  /// 12.4), or what a guest's name is worth.
  public func attribution(name: (AccountID) -> String) -> String? {
    if isAttested {
      let host = audience.text.split(separator: "/").last ?? ""
      return actors.contains { $0.name != nil } ? Self.guestNote(host) : nil
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
