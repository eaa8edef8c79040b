/// What a notice is about: an event and its trigger (protocol 12.4).
public enum NoticeKind: String, CaseIterable, Hashable, Sendable, Codable {
  case edit, comment
  case addedCollaborator, removedCollaborator
  case mention
  case created, deleted, renamed, moved

  /// 1 change, 2 membership, 3 mention, 4 persistence.
  public var event: UInt8 {
    switch self {
    case .edit, .comment: 1
    case .addedCollaborator, .removedCollaborator: 2
    case .mention: 3
    case .created, .deleted, .renamed, .moved: 4
    }
  }

  /// 0 for a mention, which has no trigger.
  public var trigger: UInt8 {
    switch self {
    case .mention: 0
    case .edit, .addedCollaborator, .created: 1
    case .comment, .removedCollaborator, .deleted: 2
    case .renamed: 3
    case .moved: 4
    }
  }

  /// nil for a pair that does not exist.
  public init?(event: Int, trigger: Int) {
    let kind = Self.allCases.first { Int($0.event) == event && Int($0.trigger) == trigger }
    guard let kind else { return nil }
    self = kind
  }
}
