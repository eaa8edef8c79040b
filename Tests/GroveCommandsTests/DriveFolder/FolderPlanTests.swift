import Testing

@testable import GroveCommands

struct FolderPlanTests {
  static func entry(_ time: Int, size: Int64 = 1) -> FolderEntry {
    FolderEntry(size: size, time: "2026-11-24T16:00:0\(time)Z")
  }

  private static let alike = FolderPair(here: ["a": entry(1)], there: ["a": entry(2)])

  @Test func `where nothing has changed there is nothing to do, whatever the times of both are`() {
    #expect(FolderPlan(before: Self.alike, now: Self.alike).isNothing)
    #expect(!FolderPlan(before: nil, now: FolderPair(here: [:], there: [:])).isNothing)
  }

  @Test func `only what was written on both sides is in conflict`() {
    var now = Self.alike
    now.here["a"] = Self.entry(3)
    #expect(FolderPlan(before: Self.alike, now: now).inConflict == [])
    now.there["a"] = Self.entry(4)
    now.there["b"] = Self.entry(4)
    #expect(FolderPlan(before: Self.alike, now: now).inConflict == ["a"])
    now.there["a"] = nil
    #expect(FolderPlan(before: Self.alike, now: now).inConflict == [])
  }

  @Test func `at the beginning everything that both have is in conflict`() {
    #expect(FolderPlan(before: nil, now: Self.alike).inConflict == ["a"])
    #expect(FolderPlan(before: nil, now: Self.alike).told == nil)
  }

  @Test func `a name that two systems spell differently is one file`() {
    let now = FolderPair(here: ["u\u{308}": Self.entry(1)], there: ["\u{fc}": Self.entry(2)])
    #expect(FolderPlan(before: nil, now: now).inConflict.count == 1)
  }

  @Test func `a file with the time that it had and another size is new to rclone`() {
    var now = Self.alike
    now.there["a"] = Self.entry(2, size: 9)
    #expect(FolderPlan(before: Self.alike, now: now).told?.there == [:])
    #expect(FolderPlan(before: Self.alike, now: now).told?.here == Self.alike.here)
    now.there["a"] = Self.entry(3, size: 9)
    #expect(FolderPlan(before: Self.alike, now: now).told == Self.alike)
  }

  @Test
  func `a side that lost more than half of its files is asked about, a few or moved ones are not`()
  {
    func plan(_ count: Int, losing lost: Int, moved: Int = 0) -> FolderPlan {
      let all = Dictionary(uniqueKeysWithValues: (0..<count).map { ("\($0)", Self.entry(1)) })
      var here = all.filter { Int($0.key).map { $0 >= lost } ?? true }
      for number in 0..<moved { here["new \(number)"] = Self.entry(1) }
      return FolderPlan(
        before: FolderPair(here: all, there: all), now: FolderPair(here: here, there: all))
    }
    #expect(plan(30, losing: 16).emptied == .here)
    #expect(plan(30, losing: 15).emptied == nil)
    #expect(plan(10, losing: 10).emptied == nil)
    #expect(plan(30, losing: 30, moved: 30).emptied == nil)
  }
}
