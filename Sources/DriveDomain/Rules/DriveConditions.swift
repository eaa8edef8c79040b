import GroveIdentity

/// What a request expects to find, and which locks it knows of (RFC 9110, section 13; RFC 4918, section 10.4).
public struct DriveConditions: Hashable, Sendable, Codable {
  /// Tags of `If-Match` and `If-None-Match`.
  public enum Tags: Hashable, Sendable, Codable {
    /// `*`: whatever is there.
    case any
    /// Without their quotes.
    case these([String])

    func contains(_ tag: String?) -> Bool {
      switch self {
      case .any: true
      case .these(let tags): tag.map(tags.contains) ?? false
      }
    }
  }

  /// One condition of an `If` field.
  public struct Condition: Hashable, Sendable, Codable {
    public enum State: Hashable, Sendable, Codable {
      case token(DriveLockToken)
      case tag(String)
    }

    public var state: State
    public var isNegated: Bool

    public init(_ state: State, isNegated: Bool = false) {
      self.state = state
      self.isNegated = isNegated
    }
  }

  /// Conditions that hold together.
  public struct List: Hashable, Sendable, Codable {
    /// What the conditions are about.
    public enum Place: Hashable, Sendable, Codable {
      /// What the request is about.
      case target
      case path(DrivePath)
      /// Another server's, of which nothing is known.
      case elsewhere
    }

    public var place: Place
    public var conditions: [Condition]

    public init(_ place: Place = .target, _ conditions: [Condition]) {
      self.place = place
      self.conditions = conditions
    }
  }

  public var ifMatch: Tags?
  public var ifNoneMatch: Tags?
  /// Seconds since 1970.
  public var ifUnmodifiedSince: UInt64?
  /// nil: there was no `If`; else one of them has to hold.
  public var lists: [List]?

  public init() {}

  /// Tokens that the request names, wherever.
  var submitted: Set<DriveLockToken> {
    var found: Set<DriveLockToken> = []
    for condition in (lists ?? []).flatMap(\.conditions) {
      if case .token(let token) = condition.state { found.insert(token) }
    }
    return found
  }
}

extension DriveWork {
  /// - Throws: `preconditionFailed`.
  func check(_ conditions: DriveConditions, at trail: DriveTrail) throws {
    let tag = trail.node?.content?.tag.base64url
    if let tags = conditions.ifMatch {
      guard trail.node != nil, tags.contains(tag) else { throw DriveRefusal.preconditionFailed }
    } else if let time = conditions.ifUnmodifiedSince, let node = trail.node {
      guard node.modifiedAt / 1000 <= time else { throw DriveRefusal.preconditionFailed }
    }
    if let tags = conditions.ifNoneMatch, trail.node != nil, tags.contains(tag) {
      throw DriveRefusal.preconditionFailed
    }
    guard let lists = conditions.lists else { return }
    var seen: [DriveConditions.List.Place: Seen] = [:]
    let isOne = try lists.contains { list in
      let place = try seen[list.place] ?? look(at: list.place, trail)
      seen[list.place] = place
      return place.fulfils(list)
    }
    guard isOne else { throw DriveRefusal.preconditionFailed }
  }

  /// What conditions are compared with: looked up once for each place, however often a request names it.
  private struct Seen {
    var tokens: Set<DriveLockToken> = []
    var tag: String?

    func fulfils(_ list: DriveConditions.List) -> Bool {
      list.conditions.allSatisfy { condition in
        let isSo =
          switch condition.state {
          case .token(let token): tokens.contains(token)
          case .tag(let wanted): wanted == tag
          }
        return isSo != condition.isNegated
      }
    }
  }

  private func look(at place: DriveConditions.List.Place, _ trail: DriveTrail) throws -> Seen {
    var (work, found) = (self, trail)
    switch place {
    case .target: break
    case .path(let path):
      work = try reaching(path)
      found = try work.trail(path)
    case .elsewhere: return Seen()
    }
    return Seen(
      tokens: Set(work.covering(found).map(\.token)), tag: found.node?.content?.tag.base64url)
  }
}
