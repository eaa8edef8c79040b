/// What waits, by whose it is: taken in turns, a few of each. Within one group the order stays.
///
/// Whose last one took long is *slow*: theirs are taken one at a time, and only after a turn of everybody else's, so that
/// who asks for much in one piece holds up the others for one piece and not for all of them.
///
/// Inlinable, so that each engine has it made for what waits there.
package struct FairQueue<Element: Sendable> {
  /// Something whose turn it is.
  package struct Taken: Sendable {
    package let group: String
    package let element: Element

    @inlinable
    init(group: String, element: Element) {
      self.group = group
      self.element = element
    }
  }

  /// A queue whose front moves on, and is cut off when it has become most of it.
  @usableFromInline
  struct Line<Item> {
    @usableFromInline var items: [Item] = []
    @usableFromInline var front = 0

    @inlinable init() {}

    @inlinable var count: Int { items.count - front }

    @inlinable
    mutating func append(_ item: Item) { items.append(item) }

    @inlinable
    mutating func prepend(_ item: Item) {
      guard front > 0 else { return items.insert(item, at: 0) }
      front -= 1
      items[front] = item
    }

    @inlinable
    mutating func popFirst() -> Item? {
      guard front < items.count else { return nil }
      defer {
        front += 1
        if front > 64, front * 2 > items.count {
          items.removeFirst(front)
          front = 0
        }
      }
      return items[front]
    }
  }

  /// Slow ones that are remembered; above it all are forgotten, and found out anew.
  @inlinable static var mostSlow: Int { 1000 }

  @usableFromInline var lines: [String: Line<Element>] = [:]
  /// Whose turn it is; each group that waits stands in one of these once.
  @usableFromInline var turns = Line<String>()
  @usableFromInline var slowTurns = Line<String>()
  @usableFromInline var standing: Set<String> = []
  @usableFromInline var slow: Set<String> = []
  @usableFromInline var isTurnOfQuick = false
  package var count = 0

  @inlinable
  package init() {}

  @inlinable
  package func count(of group: String) -> Int { lines[group]?.count ?? 0 }

  @inlinable
  package mutating func append(_ element: Element, for group: String) {
    lines[group, default: Line()].append(element)
    count += 1
    stand(group)
  }

  /// Puts back what was taken and not begun, in front of what waits of the same group.
  @inlinable
  package mutating func putBack(_ taken: [Taken]) {
    for one in taken.reversed() { lines[one.group, default: Line()].prepend(one.element) }
    count += taken.count
    for one in taken { stand(one.group) }
  }

  /// Remembers whether a group's last one took long.
  @inlinable
  package mutating func note(_ group: String, isSlow: Bool) {
    guard isSlow else {
      slow.remove(group)
      return
    }
    if slow.count >= Self.mostSlow { slow = [] }
    slow.insert(group)
  }

  /// - Returns: at most `limit`, and of one group at most `perGroup`; empty when nothing waits.
  @inlinable
  package mutating func take(_ limit: Int, perGroup: Int) -> [Taken] {
    guard limit > 0 else { return [] }
    isTurnOfQuick.toggle()
    if !isTurnOfQuick, case let one = takeSlow(), !one.isEmpty { return one }
    let several = takeQuick(limit, perGroup: perGroup)
    // Asked last, because who has become slow while they waited stands among the others until their turn comes.
    return several.isEmpty ? takeSlow() : several
  }

  @inlinable
  mutating func takeQuick(_ limit: Int, perGroup: Int) -> [Taken] {
    var taken: [Taken] = []
    var served: [(group: String, count: Int)] = []
    // First one of each, so that a full batch has something of as many as possible.
    while taken.count < limit, let group = turns.popFirst() {
      standing.remove(group)
      if slow.contains(group) {
        stand(group)
      } else if let element = pop(group) {
        taken.append(Taken(group: group, element: element))
        served.append((group, 1))
      }
    }
    for index in served.indices {
      let group = served[index].group
      while taken.count < limit, served[index].count < perGroup, let element = pop(group) {
        taken.append(Taken(group: group, element: element))
        served[index].count += 1
      }
      stand(group)
    }
    return taken
  }

  @inlinable
  mutating func takeSlow() -> [Taken] {
    while let group = slowTurns.popFirst() {
      standing.remove(group)
      defer { stand(group) }
      if let element = pop(group) { return [Taken(group: group, element: element)] }
    }
    return []
  }

  /// Lets a group that waits stand where its turn comes.
  @inlinable
  mutating func stand(_ group: String) {
    guard lines[group] != nil, standing.insert(group).inserted else { return }
    if slow.contains(group) { slowTurns.append(group) } else { turns.append(group) }
  }

  @inlinable
  mutating func pop(_ group: String) -> Element? {
    guard let element = lines[group]?.popFirst() else { return nil }
    count -= 1
    if lines[group]?.count == 0 { lines[group] = nil }
    return element
  }
}
