/// Who waits for something scarce, in turns among those who ask and not among what they ask: whoever
/// asks for a hundred things waits for them behind everybody's first.
package struct FairWaitQueue<Element> {
  private var waiting: [String: [Element]] = [:]
  /// Whose turn it is, first to last, from `front` on; each once.
  private var turns: [String] = []
  private var front = 0
  private let limit: Int
  package private(set) var count = 0

  /// - Parameter limit: how many wait at most.
  package init(limit: Int) { self.limit = limit }

  /// - Returns: what has to go because the line is full: the newest of whoever has most in it.
  package mutating func push(_ element: Element, of key: String) -> Element? {
    if waiting[key] == nil { turns.append(key) }
    waiting[key, default: []].append(element)
    count += 1
    guard count > limit else { return nil }
    // The one who pushes goes first where several have as much.
    var longest = key
    for (other, elements) in waiting where elements.count > (waiting[longest]?.count ?? 0) {
      longest = other
    }
    return removeLast(of: longest)
  }

  /// What comes next; nil when nobody waits.
  package mutating func pop() -> Element? {
    guard front < turns.count else { return nil }
    let key = turns[front]
    front += 1
    // Cut off when it has become most of it: there may be thousands.
    if front > 64, front * 2 > turns.count { cutOff() }
    guard let element = waiting[key]?.removeFirst() else { return nil }
    count -= 1
    if waiting[key]?.isEmpty == true { waiting[key] = nil } else { turns.append(key) }
    return element
  }

  private mutating func removeLast(of key: String) -> Element? {
    let element = waiting[key]?.popLast()
    if element != nil { count -= 1 }
    if waiting[key]?.isEmpty == true {
      waiting[key] = nil
      cutOff()
      turns.removeAll { $0 == key }
    }
    return element
  }

  private mutating func cutOff() {
    turns.removeFirst(front)
    front = 0
  }
}
