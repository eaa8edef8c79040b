public import GroveIdentity

extension NoticeBanner {
  /// The newest notices of those whom it tells of, the oldest first. By these it is known on every device of its person:
  /// of the older ones a device that was away may have got none.
  public var newestNotices: [NoticeID] {
    actors.flatMap(\.newest.values).sorted { $0.precedes($1) }.map(\.id)
  }
}

extension NoticeLedger {
  /// The person has put these away on another device. Whoever did something later is still told of.
  public mutating func putAway(_ notices: Set<NoticeID>) {
    for index in banners.indices {
      banners[index].actors.removeAll { actor in
        actor.newest.values.allSatisfy { notices.contains($0.id) }
      }
    }
    banners.removeAll(where: \.actors.isEmpty)
  }
}
