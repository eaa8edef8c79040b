public import GroveIdentity

extension NoticeLedger {
  /// A notice that is new and not taken back.
  struct NewNotice {
    let kind: NoticeKind
    /// They came or left: nobody added or removed somebody else.
    let isBySelf: Bool
    let author: Author
    let name: String?
    /// Who came or went.
    let subject: NoticeBanner.Subject?
    let device: DeviceID
    let mark: NoticeMark
    let authenticity: NoticeAuthenticity
  }

  /// The banners to show for a collaboration: the newest of each kind, and every mention. Who came
  /// by themselves is of another kind than who was added.
  ///
  /// - Parameter telling: what of a banner is told where they are shown; nil: nothing.
  public func visible(
    audience: Origin, collaborationID: CollaborationID,
    telling: (NoticeBanner) -> NoticeBanner? = { $0 }
  ) -> [NoticeBanner] {
    let here = banners.filter {
      $0.audience == audience && $0.collaborationID == collaborationID
    }
    .compactMap(telling)
    return here.filter { banner in
      banner.kind == .mention
        || !here.contains {
          $0.kind == banner.kind && $0.isBySelf == banner.isBySelf
            && ($0.latestAt, $0.id) > (banner.latestAt, banner.id)
        }
    }
  }

  /// The person has seen it and does not want it any more.
  public mutating func dismiss(_ id: NoticeBanner.ID) {
    banners.removeAll { $0.id == id }
  }

  /// Forgets a collaboration this person has left.
  public mutating func forget(audience: Origin, collaborationID: CollaborationID) {
    func isHere(_ origin: Origin, _ id: CollaborationID) -> Bool {
      origin == audience && id == collaborationID
    }
    banners.removeAll { isHere($0.audience, $0.collaborationID) }
    windows = windows.filter { !isHere($0.key.audience, $0.key.collaborationID) }
    clearings = clearings.filter { !isHere($0.key.audience, $0.key.collaborationID) }
  }

  /// Adds a notice to the banner it belongs to, or opens one. Mentions are never merged.
  mutating func show(_ told: NewNotice) -> Receipt {
    let place = banners.lastIndex {
      $0.kind == told.kind && $0.isBySelf == told.isBySelf && $0.kind != .mention
        && $0.audience == told.author.audience
        && $0.collaborationID == told.author.collaborationID && $0.spans(told.mark.at.value)
    }
    guard let place else {
      banners.append(NoticeBanner(told))
      if banners.count > Self.maximumBanners { banners.removeFirst() }
      return .opened(told.mark.id)
    }
    banners[place].merge(told)
    return .merged(banners[place].id)
  }

  /// Who has joined is not told once more as somebody who was added, nor as somebody who went before.
  mutating func supersede(_ joined: NewNotice) {
    for index in banners.indices
    where banners[index].audience == joined.author.audience
      && banners[index].collaborationID == joined.author.collaborationID
    {
      banners[index].forget(joined)
    }
    banners.removeAll(where: \.actors.isEmpty)
  }

  /// Takes back what the author told before, on every banner of the collaboration.
  mutating func clear(_ author: Author, _ clearing: Clearing) {
    for index in banners.indices
    where banners[index].audience == author.audience
      && banners[index].collaborationID == author.collaborationID
    {
      banners[index].clear(author.account, clearing)
    }
    banners.removeAll(where: \.actors.isEmpty)
    if let earlier = clearings[author], clearing.mark.precedes(earlier.mark) { return }
    clearings[author] = clearing
  }
}

extension NoticeBanner {
  init(_ told: NoticeLedger.NewNotice) {
    id = told.mark.id
    audience = told.author.audience
    collaborationID = told.author.collaborationID
    kind = told.kind
    bySelf = told.isBySelf ? true : nil
    actors = [Actor(told)]
    firstAt = told.mark.at.value
    latestAt = told.mark.at.value
  }

  mutating func merge(_ told: NoticeLedger.NewNotice) {
    firstAt = min(firstAt, told.mark.at.value)
    latestAt = max(latestAt, told.mark.at.value)
    if let place = actors.firstIndex(where: { $0.account == told.author.account }) {
      actors[place].merge(told)
    } else {
      actors.append(Actor(told))
    }
  }

  /// An actor disappears when everybody whom they added has joined, or whom they had removed; who had left, too.
  mutating func forget(_ joined: NoticeLedger.NewNotice) {
    let isGoing = kind == .removedCollaborator
    guard isGoing || (kind == .addedCollaborator && !isBySelf) else { return }
    actors = actors.compactMap { actor in
      guard !isGoing || actor.latestAt <= joined.mark.at.value else { return actor }
      guard isBySelf else { return actor.without(joined) }
      return actor.account == joined.author.account ? nil : actor
    }
  }

  /// An actor disappears when nothing they told after the clearing is left.
  mutating func clear(_ account: AccountID, _ clearing: NoticeLedger.Clearing) {
    guard let place = actors.firstIndex(where: { $0.account == account }) else { return }
    actors[place].newest = actors[place].newest.filter { !clearing.covers($0.value, of: $0.key) }
    if actors[place].newest.isEmpty { actors.remove(at: place) }
  }
}

extension NoticeBanner.Actor {
  init(_ told: NoticeLedger.NewNotice) {
    account = told.author.account
    name = told.name
    subjects = told.isBySelf ? nil : told.subject.map { [$0] }
    count = 1
    authenticity = told.authenticity
    newest = [told.device: told.mark]
  }

  /// The same of somebody whose account is known by now.
  init(_ named: Self, of account: AccountID) {
    self.account = account
    subjects = named.subjects
    count = named.count
    authenticity = named.authenticity
    newest = named.newest
  }

  /// What the same person told as somebody else.
  mutating func merge(_ other: Self) {
    count += other.count
    let roots = (other.subjects ?? []).map(\.root)
    if let theirs = other.subjects {
      subjects = (subjects ?? []).filter { !roots.contains($0.root) } + theirs
    }
    if other.authenticity == .claimed { authenticity = .claimed }
    newest.merge(other.newest) { $0.counter.value > $1.counter.value ? $0 : $1 }
  }

  /// Nil when everybody whom they added or removed has joined.
  fileprivate func without(_ joined: NoticeLedger.NewNotice) -> Self? {
    var left = self
    left.subjects?.removeAll {
      $0.root == joined.subject?.root || $0.account == joined.author.account
    }
    return left.subjects?.isEmpty == true ? nil : left
  }

  mutating func merge(_ told: NoticeLedger.NewNotice) {
    count += 1
    name = told.name ?? name
    if let subject = told.subject, !told.isBySelf {
      subjects = (subjects ?? []).filter { $0.root != subject.root } + [subject]
    }
    if told.authenticity == .claimed { authenticity = .claimed }
    if let known = newest[told.device], known.counter.value > told.mark.counter.value { return }
    newest[told.device] = told.mark
  }
}
