import StoreSQL
import Testing

/// Whose turn it is among those who wait.
struct FairQueueTests {
  @Test func `one of somebody is served with the first of many, and the order of each stays`() {
    var queue = FairQueue<String>()
    for number in 0..<1000 { queue.append("a\(number)", for: "a") }
    queue.append("b0", for: "b")
    queue.append("c0", for: "c")
    let first = queue.take(8, perGroup: 4).map(\.element)
    #expect(first == ["a0", "b0", "c0", "a1", "a2", "a3"])
    queue.append("b1", for: "b")
    let second = queue.take(3, perGroup: 4).map(\.element)
    #expect(second == ["a4", "b1", "a5"])
    #expect(queue.count == 1000 - 6)
  }

  @Test func `nothing is lost and nothing comes twice, whatever is taken when`() {
    var queue = FairQueue<Int>()
    var (added, taken): ([Int], [Int]) = ([], [])
    for step in 0..<4000 {
      queue.append(step, for: String(step % 7 * (step % 3)))
      added.append(step)
      if step.isMultiple(of: 5) {
        taken += queue.take(step % 11, perGroup: 1 + step % 4).map(\.element)
      }
      if step.isMultiple(of: 7) { queue.note(String(step % 5), isSlow: step.isMultiple(of: 2)) }
      if step.isMultiple(of: 11) {
        let some = queue.take(5, perGroup: 3)
        taken += some.prefix(1).map(\.element)
        queue.putBack(Array(some.dropFirst()))
      }
    }
    while case let rest = queue.take(64, perGroup: 16), !rest.isEmpty {
      taken += rest.map(\.element)
    }
    #expect(taken.count == added.count && Set(taken) == Set(added))
    #expect(queue.count == 0)
  }

  @Test func `who is slow is served one at a time, after a turn of everybody else's`() {
    var queue = FairQueue<String>()
    for number in 0..<4 { queue.append("a\(number)", for: "a") }
    let taken = queue.take(4, perGroup: 4)
    // The first took so long that the others were not begun.
    queue.note("a", isSlow: true)
    queue.putBack(Array(taken.dropFirst()))
    for name in ["b", "c"] {
      for number in 0..<2 { queue.append("\(name)\(number)", for: name) }
    }
    let turns = (0..<4).map { _ in queue.take(8, perGroup: 1).map(\.element) }
    #expect(turns == [["a1"], ["b0", "c0"], ["a2"], ["b1", "c1"]])
    queue.note("a", isSlow: false)
    #expect(queue.take(8, perGroup: 4).map(\.element) == ["a3"])
    #expect(queue.count == 0)
  }

  @Test func `who became slow while more of theirs waited is served`() {
    for turn in 0..<4 {
      var queue = FairQueue<Int>()
      for _ in 0..<turn { _ = queue.take(1, perGroup: 1) }
      queue.append(0, for: "a")
      queue.note("a", isSlow: true)
      queue.append(1, for: "a")
      #expect((0..<2).map { _ in queue.take(8, perGroup: 8).map(\.element) } == [[0], [1]])
    }
  }
}
