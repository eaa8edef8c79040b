/// What waits, by whose it is: taken in turns, a few of each. Within one group the order stays.
struct FairQueue<Element> {
  /// A queue whose front moves on, and is cut off when it has become most of it.
  private struct Line<Item> {
    private var items: [Item] = []
    private var front = 0

    var count: Int { items.count - front }

    mutating func append(_ item: Item) { items.append(item) }

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

  private var lines: [String: Line<Element>] = [:]
  /// Whose turn it is; each group that waits stands in it once.
  private var turns = Line<String>()
  private(set) var count = 0

  func count(of group: String) -> Int { lines[group]?.count ?? 0 }

  mutating func append(_ element: Element, for group: String) {
    if lines[group] == nil { turns.append(group) }
    lines[group, default: Line()].append(element)
    count += 1
  }

  /// - Returns: at most `limit`, and of one group at most `perGroup`; empty when nothing waits.
  mutating func take(_ limit: Int, perGroup: Int) -> [Element] {
    var taken: [Element] = []
    var served: [(group: String, count: Int)] = []
    // First one of each, so that a full batch has something of as many as possible.
    while taken.count < limit, let group = turns.popFirst() {
      guard let element = pop(group) else { continue }
      taken.append(element)
      served.append((group, 1))
    }
    for index in served.indices {
      let group = served[index].group
      while taken.count < limit, served[index].count < perGroup, let element = pop(group) {
        taken.append(element)
        served[index].count += 1
      }
      if lines[group] != nil { turns.append(group) }
    }
    return taken
  }

  private mutating func pop(_ group: String) -> Element? {
    guard let element = lines[group]?.popFirst() else { return nil }
    count -= 1
    if lines[group]?.count == 0 { lines[group] = nil }
    return element
  }
}
