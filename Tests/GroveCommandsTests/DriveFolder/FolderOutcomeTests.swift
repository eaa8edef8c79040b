import Testing

@testable import GroveCommands

/// One file `f`: how it was when both were alike, when grove looked, and when rclone had finished. Times of the drive are
/// those at which it took the file, so that both sides never agree but where something was fetched.
struct FolderOutcomeTests {
  private static let old = (here: entry(1), there: entry(2))

  private static func entry(_ time: Int, size: Int64 = 1) -> FolderEntry {
    FolderPlanTests.entry(time, size: size)
  }

  private static func pair(_ here: FolderEntry?, _ there: FolderEntry?) -> FolderPair {
    FolderPair(here: here.map { ["f": $0] } ?? [:], there: there.map { ["f": $0] } ?? [:])
  }

  /// What is to be done the next time, after what has come of this one.
  private static func next(
    from before: (FolderEntry?, FolderEntry?), looked: (FolderEntry?, FolderEntry?),
    left: (FolderEntry?, FolderEntry?)
  ) -> FolderPlan {
    let plan = FolderPlan(before: pair(before.0, before.1), now: pair(looked.0, looked.1))
    let after = pair(left.0, left.1)
    let outcome = FolderOutcome(of: plan, after: after)
    let next = FolderPlan(before: outcome.alike, now: after)
    #expect(outcome.isUnfinished == !next.isNothing)
    return next
  }

  @Test func `what was sent and what was fetched is done`() {
    let old = Self.old
    let (new, taken) = (Self.entry(5), Self.entry(6))
    #expect(Self.next(from: old, looked: (new, old.there), left: (new, taken)).isNothing)
    #expect(Self.next(from: (nil, nil), looked: (new, nil), left: (new, taken)).isNothing)
    #expect(Self.next(from: old, looked: (old.here, new), left: (new, new)).isNothing)
    #expect(Self.next(from: (nil, nil), looked: (nil, new), left: (new, new)).isNothing)
    #expect(Self.next(from: old, looked: (new, taken), left: (taken, taken)).isNothing)
    #expect(Self.next(from: old, looked: (nil, old.there), left: (nil, nil)).isNothing)
    #expect(Self.next(from: old, looked: old, left: old).isNothing)
  }

  @Test func `what is written here while rclone runs goes to the drive the next time`() {
    let old = Self.old
    let late = Self.entry(8)
    let isSent = { (plan: FolderPlan) in plan.here.written == ["f"] && plan.there.isEmpty }
    #expect(isSent(Self.next(from: old, looked: old, left: (late, old.there))))
    #expect(isSent(Self.next(from: (nil, nil), looked: (nil, nil), left: (late, nil))))
    // After it was sent, and after it was fetched.
    #expect(
      isSent(Self.next(from: old, looked: (Self.entry(5), old.there), left: (late, Self.entry(6)))))
    #expect(
      isSent(Self.next(from: old, looked: (old.here, Self.entry(5)), left: (late, Self.entry(5)))))
  }

  @Test func `what is written on the drive while rclone runs comes the next time`() {
    let old = Self.old
    let late = Self.entry(8, size: 9)
    let isFetched = { (plan: FolderPlan) in plan.there.written == ["f"] && plan.here.isEmpty }
    #expect(isFetched(Self.next(from: old, looked: old, left: (old.here, late))))
    #expect(isFetched(Self.next(from: (nil, nil), looked: (nil, nil), left: (nil, late))))
    // After it was sent, and after it was fetched.
    let new = Self.entry(5)
    #expect(isFetched(Self.next(from: old, looked: (new, old.there), left: (new, late))))
    #expect(isFetched(Self.next(from: old, looked: (old.here, new), left: (new, late))))
  }

  @Test func `what is written on both sides while rclone runs is in conflict the next time`() {
    let old = Self.old
    let (here, there) = (Self.entry(7), Self.entry(8))
    #expect(Self.next(from: old, looked: old, left: (here, there)).inConflict == ["f"])
    #expect(
      Self.next(from: (nil, nil), looked: (nil, nil), left: (here, there)).inConflict == ["f"])
    #expect(
      Self.next(from: old, looked: (old.here, Self.entry(5)), left: (here, there)).inConflict == [
        "f"
      ])
  }

  @Test
  func
    `what is deleted while rclone runs is deleted on the other side, unless that has something new`()
  {
    let old = Self.old
    let (new, late) = (Self.entry(5), Self.entry(8))
    let here = Self.next(from: old, looked: old, left: (nil, old.there))
    #expect(here.here.gone == ["f"] && here.there.isEmpty)
    let there = Self.next(from: old, looked: old, left: (old.here, nil))
    #expect(there.there.gone == ["f"] && there.here.isEmpty)
    #expect(Self.next(from: old, looked: old, left: (nil, late)).there.written == ["f"])
    #expect(Self.next(from: old, looked: old, left: (late, nil)).here.written == ["f"])
    #expect(Self.next(from: old, looked: (old.here, new), left: (nil, new)).there.written == ["f"])
    #expect(Self.next(from: old, looked: (new, old.there), left: (new, nil)).here.written == ["f"])
  }
}
