public import GroveIdentity

extension NoticeBanner {
  /// As it can be said now: whose an identity is may be told after the notice. Whom the app alone could name is one with
  /// the account that is known by now.
  public func knowing(_ account: (RootHash) -> AccountID?) -> NoticeBanner {
    var known = self
    known.actors = []
    for actor in actors.map({ $0.knowing(account) }) {
      if let place = known.actors.firstIndex(where: { $0.account == actor.account }) {
        known.actors[place].merge(actor)
      } else {
        known.actors.append(actor)
      }
    }
    return known
  }

  /// As it is told where not all of its people are told of: whoever did something last is named first, with that time.
  /// Of those who do it at once, by the minute, the first stays the first.
  /// - Parameter actor: what is told of one; nil: nothing.
  /// - Returns: nil where nobody is left.
  public func telling(_ actor: (Actor) -> Actor?) -> NoticeBanner? {
    let people = actors.compactMap(actor)
    guard let latest = people.map(\.latestAt).max() else { return nil }
    let minutes = people.map { $0.latestAt / 60_000 }
    var told = self
    told.latestAt = latest
    told.actors = people.indices.sorted { (minutes[$1], $0) < (minutes[$0], $1) }.map { people[$0] }
    return told
  }
}

extension NoticeBanner.Actor {
  fileprivate func knowing(_ account: (RootHash) -> AccountID?) -> Self {
    let theirs = name == nil ? nil : account(RootHash(unchecked: self.account.bytes))
    var known = theirs.map { Self(self, of: $0) } ?? self
    known.subjects = subjects?.map {
      .init(root: $0.root, account: $0.account ?? account($0.root), name: $0.name)
    }
    return known
  }

  /// As it is told where not all whom they added or removed are told of; nil where nobody is left of them.
  public func telling(_ isTold: (NoticeBanner.Subject) -> Bool) -> NoticeBanner.Actor? {
    guard let subjects else { return self }
    var told = self
    told.subjects = subjects.filter(isTold)
    return told.subjects?.isEmpty == true ? nil : told
  }
}
