/// Connections, the idlest first, without being told of each activity.
///
/// A heap by the time each was last *looked at*. Who comes first is asked when it was last active: if
/// that is later, it goes back under that time. Nobody behind it can be idler, since nobody is less
/// active than when it was looked at; so the answer is exact, and a request costs nothing here.
struct IdleConnectionHeap {
  private var heap: [(at: UInt64, id: UInt64)] = []

  /// With those that are gone and were not met yet.
  var count: Int { heap.count }

  mutating func insert(_ id: UInt64, at time: UInt64) {
    heap.append((time, id))
    var place = heap.count - 1
    while place > 0, heap[place].at < heap[(place - 1) / 2].at {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Takes the idlest out.
  ///
  /// - Parameter lastActive: nil for one that no longer counts.
  mutating func pop(lastActive: (UInt64) -> UInt64?) -> UInt64? {
    while let first = heap.first {
      let active = lastActive(first.id)
      if let active, active > first.at {
        heap[0].at = active
        sink(from: 0)
        continue
      }
      removeFirst()
      if active != nil { return first.id }
    }
    return nil
  }

  /// Forgets who is gone.
  mutating func compact(keeping isThere: (UInt64) -> Bool) {
    let kept = heap.filter { isThere($0.id) }
    heap = []
    for entry in kept { insert(entry.id, at: entry.at) }
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    if !heap.isEmpty { sink(from: 0) }
  }

  private mutating func sink(from start: Int) {
    var place = start
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2]
      where child < heap.count && heap[child].at < heap[least].at { least = child }
      guard least != place else { return }
      heap.swapAt(place, least)
      place = least
    }
  }
}
