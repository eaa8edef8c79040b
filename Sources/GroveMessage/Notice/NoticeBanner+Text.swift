public import GroveIdentity

extension NoticeBanner {
  /// What a person reads: "Charlie edited", "Charlie and Dana edited", "Charlie and 2 others
  /// edited".
  /// - Parameters:
  ///   - name: what this person calls an account.
  ///   - deed: what was done, where that is another thing to this person than to everybody.
  public func text(name: (AccountID) -> String, deed: String? = nil) -> String {
    let first = actors.first.map { $0.name ?? name($0.account) } ?? ""
    let who =
      switch actors.count {
      case 0, 1: first
      case 2: "\(first) and \(actors[1].name ?? name(actors[1].account))"
      default: "\(first) and \(actors.count - 1) others"
      }
    return "\(who) \(deed ?? (isBySelf ? kind.ownDeed ?? kind.deed : kind.deed))"
  }

  /// Says whose word it is: nil for a fact about people the device knows, else "Charlie's app says" (protocol
  /// 12.4), or that a name is the app's only.
  public func attribution(name: (AccountID) -> String) -> String? {
    if isAttested {
      return actors.lazy.compactMap(\.name).first.map {
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
