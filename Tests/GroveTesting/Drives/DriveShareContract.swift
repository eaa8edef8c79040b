import CollaborationDomain
import DriveDomain
import GroveIdentity
import Testing

/// What sharing files has to mean on every store.
public enum DriveShareContract {
  /// Ann shares `/plans` with Ben, in which there is a file.
  private static func shared(
    _ world: DriveWorld, access: SelectedShareOptions.Access = .readWrite
  ) async throws {
    _ = try await world.makeFolder("/plans", 300).get()
    _ = try await world.put("/plans/a.txt", 301).get()
    _ = try await world.share("/plans", 1, access: access).get()
    try await world.letIn("ben", to: 1, as: 21)
  }

  public static func findsBelowShared(_ world: DriveWorld) async throws {
    #expect(try await world.paths(in: "/", by: "ben").isEmpty)
    #expect(try await world.list("/Shared", by: "ben").refusal == .notFound)
    try await shared(world)
    #expect(try await world.paths(in: "/", by: "ben") == ["/Shared"])
    #expect(try await world.paths(in: "/Shared", by: "ben") == ["/Shared/plans"])
    #expect(try await world.paths(in: "/Shared/plans", by: "ben") == ["/Shared/plans/a.txt"])
    #expect(try await world.paths(in: "/", by: "ann") == ["/plans"])
    let found = try await world.find(1, by: "ben").get()
    #expect(found.path.text == "/Shared/plans" && found.access == .readWrite)
    #expect(try await world.find(1, by: "ann").get().path.text == "/plans")
    #expect(try await world.shared(with: "ben") == [found])
    #expect(try await world.sharedByMe().map(\.path.text) == ["/plans"])
    #expect(try await world.find(1, by: "eve").refusal == .notFound)
  }

  /// What is written counts for the owner, whose versions and bin it goes through.
  public static func writesThere(_ world: DriveWorld) async throws {
    try await shared(world)
    let used = try #require(try await world.drive()?.used)
    #expect(try await world.put("/Shared/plans/a.txt", 310, by: "ben").get().isNew == false)
    #expect(try await world.put("/Shared/plans/b.txt", 311, by: "ben").get().isNew)
    #expect(try await world.makeFolder("/Shared/plans/in", 312, by: "ben").refusal == nil)
    #expect(try await world.drive()?.used == used + 20)
    #expect(try await world.drive("ben")?.used == 0)
    let seen = try await world.list("/plans").get().entries.map(\.path.text)
    #expect(seen == ["/plans", "/plans/a.txt", "/plans/b.txt", "/plans/in"])
    #expect(try await world.versions("/Shared/plans/a.txt", by: "ben").get().count == 1)
    #expect(try await world.delete("/Shared/plans/in", by: "ben").refusal == nil)
    #expect(try await world.bin(by: "ben").get().isEmpty)
    #expect(try await world.bin().get().map { $0.binned?.from } == ["/plans"])
    #expect(
      try await world.transfer(
        "/Shared/plans/b.txt", "/Shared/plans/c.txt", isMove: true, 313, by: "ben"
      ).get())
    #expect(try await world.list("/plans/c.txt").refusal == nil)
  }

  /// What is not the participant's to change.
  public static func refuses(_ world: DriveWorld) async throws {
    try await shared(world)
    for path in ["/Shared", "/Shared/plans", "/Shared/x"] {
      let refusals = [
        try await world.makeFolder(path == "/Shared/plans" ? "/Shared/y" : path, 320, by: "ben")
          .refusal,
        try await world.transfer("/Shared/plans", path + "2", isMove: true, 321, by: "ben").refusal,
      ]
      #expect(refusals.allSatisfy { $0 == .forbidden || $0 == .notAllowed })
    }
    #expect(try await world.delete("/Shared/plans", by: "ben").refusal == .forbidden)
    #expect(try await world.delete("/Shared", by: "ben").refusal == .forbidden)
    #expect(try await world.put("/Shared/x", 322, by: "ben").refusal == .forbidden)
    #expect(try await world.lock("/Shared", 323, by: "ben").refusal == .forbidden)
    #expect(try await world.set("p", "<p/>", of: "/Shared", by: "ben") == .forbidden)
    #expect(try await world.share("/Shared/plans", 2, by: "ben").refusal == .forbidden)
    #expect(try await world.share("/", 2).refusal == .forbidden)
    #expect(try await world.share("/nothing", 2).refusal == .notFound)
    // The name is nobody's, whatever its case, also where nothing is shared.
    #expect(try await world.makeFolder("/shared", 324).refusal == .forbidden)
    #expect(try await world.put("/SHARED", 325).refusal == .forbidden)
    #expect(try await world.transfer("/plans", "/Shared", isMove: true, 326).refusal == .forbidden)
    #expect(try await world.makeFolder("/plans/Shared", 327).refusal == nil)
  }

  public static func readsOnly(_ world: DriveWorld) async throws {
    try await shared(world, access: .readOnly)
    let file = "/Shared/plans/a.txt"
    #expect(try await world.list(file, by: "ben").get().entries.count == 1)
    #expect(try await world.put(file, 330, by: "ben").refusal == .readOnly)
    #expect(try await world.put("/Shared/plans/n", 331, by: "ben").refusal == .readOnly)
    #expect(try await world.makeFolder("/Shared/plans/n", 332, by: "ben").refusal == .readOnly)
    #expect(try await world.delete(file, by: "ben").refusal == .readOnly)
    #expect(try await world.lock(file, 333, by: "ben").refusal == .readOnly)
    #expect(try await world.set("p", "<p/>", of: file, by: "ben") == .readOnly)
    #expect(
      try await world.transfer(file, "/mine", isMove: true, 334, by: "ben").refusal == .readOnly)
    #expect(try await world.transfer(file, "/mine", isMove: false, 335, by: "ben").get())
    #expect(
      try await world.transfer("/mine", file, isMove: false, 336, by: "ben").refusal == .readOnly)
    // The owner allows more, and it is so at once.
    #expect(try await world.share("/plans", 9, request: 77).get().isNew == false)
    #expect(try await world.put(file, 337, by: "ben").refusal == nil)
  }

  public static func ends(_ world: DriveWorld) async throws {
    try await shared(world)
    let file = "/Shared/plans/a.txt"
    _ = try await world.lock(file, 340, by: "ben").get()
    #expect(try await world.put("/plans/a.txt", 341).refusal != nil)
    try await world.removeRoot(21, from: 1)
    #expect(try await world.put(file, 342, by: "ben").refusal == .noParent)
    #expect(try await world.list("/Shared", by: "ben").refusal == .notFound)
    #expect(try await world.put("/plans/a.txt", 343).refusal == nil, "the lock went with the right")
    _ = try await world.lock("/plans/a.txt", 347).get()
    #expect(try await world.unlock("/plans/a.txt", 347) == nil)
    try await world.letIn("ben", to: 1, as: 22)
    #expect(try await world.put(file, 344, by: "ben").refusal == nil)
    try await world.leave(1, by: "ben")
    #expect(try await world.list(file, by: "ben").refusal == .notFound)
    try await world.letIn("ben", to: 1, as: 23)
    #expect(try await world.end(1, by: "ben") == .forbidden)
    #expect(try await world.end(1) == nil)
    #expect(try await world.list(file, by: "ben").refusal == .notFound)
    #expect(try await world.sharedByMe().isEmpty)
    // A retry of what began it shares nothing; asked anew it is shared anew, and Ben is not in it.
    #expect(try await world.share("/plans", 1).refusal == .gone)
    #expect(try await world.share("/plans", 2).get().isNew)
    #expect(try await world.shared(with: "ben").isEmpty)
    try await world.letIn("ben", to: 2, as: 24)
    _ = try await world.delete("/plans").get()
    #expect(try await world.shared(with: "ben").isEmpty)
    #expect(try await world.find(2, by: "ann").refusal == .gone)
    let binned = try #require(try await world.bin().get().first)
    _ = try await world.restore(binned.id).get()
    #expect(try await world.shared(with: "ben").isEmpty)
    #expect(try await world.sharedByMe().isEmpty)
  }

  /// Between two drives nothing is moved: what was there goes into the bin of its owner.
  public static func movesAcross(_ world: DriveWorld) async throws {
    try await shared(world)
    _ = try await world.makeFolder("/own", 350, by: "ben").get()
    _ = try await world.put("/own/x", 351, size: 30, by: "ben").get()
    #expect(
      try await world.transfer("/own", "/Shared/plans/own", isMove: true, 352, by: "ben").get())
    #expect(try await world.list("/plans/own/x").get().entries[0].node.content?.size == 30)
    #expect(try await world.list("/own", by: "ben").refusal == .notFound)
    #expect(try await world.bin(by: "ben").get().map(\.name?.text) == ["own"])
    #expect(try await world.drive()?.used == 40)
    #expect(
      try await world.transfer("/Shared/plans/a.txt", "/mine", isMove: true, 353, by: "ben").get())
    #expect(try await world.list("/plans/a.txt").refusal == .notFound)
    #expect(try await world.list("/mine", by: "ben").refusal == nil)
    #expect(try await world.bin().get().map(\.name?.text) == ["a.txt"])
    #expect(try await world.drive("ben")?.used == 40)
  }

  /// Of two with one name the one that was shared first keeps it, on every device.
  public static func namesTwins(_ world: DriveWorld) async throws {
    var world = world
    for (number, folder) in ["/a", "/b", "/c"].enumerated() {
      _ = try await world.makeFolder(folder, 360 + 2 * number).get()
      _ = try await world.put(folder + (number == 1 ? "/Plan.txt" : "/plan.txt"), 361 + 2 * number)
        .get()
      world.now += 1
    }
    for (number, path) in [(3, "/c/plan.txt"), (1, "/a/plan.txt"), (2, "/b/Plan.txt")] {
      _ = try await world.share(path, number).get()
      try await world.letIn("ben", to: number, as: 20 + number)
      world.now += 1
    }
    #expect(
      try await world.paths(in: "/Shared", by: "ben")
        == ["/Shared/plan.txt", "/Shared/plan 2.txt", "/Shared/Plan 3.txt"])
    #expect(try await world.find(2, by: "ben").get().path.text == "/Shared/Plan 3.txt")
    _ = try await world.put("/Shared/Plan 3.txt", 370, size: 44, by: "ben").get()
    #expect(try await world.list("/b/Plan.txt").get().entries[0].node.content?.size == 44)
    // It is called as its owner calls it.
    #expect(try await world.transfer("/b/Plan.txt", "/c/other", isMove: true, 371).get())
    #expect(try await world.find(2, by: "ben").get().path.text == "/Shared/other")
    let title = try await world.store.read {
      try $0.document(CollaborationWorld.document(2))?.title
    }
    #expect(title == "other")
  }

  /// Each holds their own locks, and nobody passes another's by naming it.
  public static func locks(_ world: DriveWorld) async throws {
    try await shared(world)
    let file = "/Shared/plans/a.txt"
    _ = try await world.lock(file, 10, by: "ben").get()
    #expect(try await world.list(file, by: "ben").get().entries[0].locks[0].path.text == file)
    #expect(
      try await world.list("/plans/a.txt").get().entries[0].locks[0].path.text == "/plans/a.txt")
    #expect(try await world.put("/plans/a.txt", 380, DriveWorld.naming(10)).refusal != nil)
    #expect(try await world.put(file, 381, DriveWorld.naming(10), by: "ben").refusal == nil)
    #expect(try await world.put(file, 382, by: "ben").refusal != nil)
    #expect(try await world.unlock("/plans/a.txt", 10) == nil, "it is in the owner's drive")
    _ = try await world.lock("/plans", 11).get()
    #expect(try await world.put(file, 383, DriveWorld.naming(11), by: "ben").refusal != nil)
    #expect(try await world.unlock(file, 11, by: "ben") == .forbidden)
    #expect(try await world.delete("/plans", DriveWorld.naming(11)).refusal == nil)
  }

  /// What somebody shares by itself within what is shared with others, only they take away.
  public static func keepsInner(_ world: DriveWorld) async throws {
    try await shared(world)
    _ = try await world.share("/plans/a.txt", 2).get()
    try await world.letIn("eve", to: 2, as: 31)
    #expect(try await world.delete("/Shared/plans/a.txt", by: "ben").refusal == .forbidden)
    #expect(
      try await world.transfer("/Shared/plans/a.txt", "/mine", isMove: true, 390, by: "ben").refusal
        == .forbidden)
    #expect(try await world.put("/Shared/plans/a.txt", 391, by: "ben").refusal == nil)
    #expect(try await world.shared(with: "eve").map(\.path.text) == ["/Shared/a.txt"])
    #expect(try await world.end(2) == nil)
    #expect(try await world.delete("/Shared/plans/a.txt", by: "ben").refusal == nil)
  }

  /// What somebody writes into a shared folder makes way for no history but the folder's own.
  public static func keepsHistory(_ world: DriveWorld) async throws {
    var world = world
    world.quota = 100
    try await shared(world)
    for number in [500, 501] { _ = try await world.put("/diary", number, size: 30).get() }
    let refused = try await world.put("/Shared/plans/b", 502, size: 40, by: "ben")
    #expect(refused.refusal == .quotaExceeded)
    #expect(try await world.prepare("/Shared/plans/b", by: "ben").get().most == 30)
    #expect(try await world.prepare("/plans/b").get().most == 60)
    #expect(try await world.versions("/diary").get().count == 1)
    _ = try await world.put("/Shared/plans/a.txt", 503, size: 30, by: "ben").get()
    #expect(try await world.put("/Shared/plans/b", 504, size: 10, by: "ben").refusal == nil)
    #expect(try await world.versions("/plans/a.txt").get().isEmpty)
    #expect(try await world.versions("/diary").get().count == 1)
    #expect(try await world.put("/plans/c", 505, size: 30).refusal == nil)
    #expect(try await world.versions("/diary").get().isEmpty, "the owner's own writing does")
  }

  /// What was meant for one shared folder goes into no other that has its name by then.
  public static func keepsPlace(_ world: DriveWorld) async throws {
    var world = world
    try await shared(world)
    world.now += 1
    _ = try await world.makeFolder("/other", 510).get()
    _ = try await world.makeFolder("/other/plans", 511).get()
    _ = try await world.share("/other/plans", 2).get()
    try await world.letIn("ben", to: 2, as: 31)
    #expect(
      try await world.paths(in: "/Shared", by: "ben") == ["/Shared/plans", "/Shared/plans 2"])
    let prepared = try await world.prepare("/Shared/plans/secret", by: "ben").get()
    _ = try await world.beginUpload("/Shared/plans/secret", 514, by: "ben").get()
    #expect(try await world.end(1) == nil)
    #expect(try await world.paths(in: "/Shared", by: "ben") == ["/Shared/plans"])
    let late = try await world.write("/Shared/plans/secret", 512, as: prepared, by: "ben")
    #expect(late.refusal == .noParent)
    #expect(
      try await world.finishUpload("/Shared/plans/secret", 514, by: "ben").refusal == .noParent)
    #expect(try await world.paths(in: "/other/plans", by: "ann").isEmpty)
    #expect(try await world.put("/Shared/plans/note", 513, by: "ben").get().isNew)
  }

  /// A folder that is shared by itself within a shared one is reached by two paths, which hide what lies in what.
  public static func keepsTree(_ world: DriveWorld) async throws {
    try await shared(world)
    _ = try await world.makeFolder("/plans/in", 450).get()
    _ = try await world.makeFolder("/plans/in/x", 451).get()
    _ = try await world.share("/plans/in", 2).get()
    try await world.letIn("ben", to: 2, as: 31)
    for (number, isMove) in [false, true].enumerated() {
      for (place, to) in ["/Shared/plans/in", "/Shared/plans/in/x", "/Shared/plans/in/x/y"]
        .enumerated()
      {
        let done = try await world.transfer(
          "/Shared/in/x", to, isMove: isMove, 460 + 10 * number + place, by: "ben")
        #expect(done.refusal == .forbidden, "\(to)")
      }
    }
    #expect(try await world.paths(in: "/plans/in", by: "ann") == ["/plans/in/x"])
    #expect(
      try await world.transfer("/Shared/in/x", "/Shared/plans/x", isMove: true, 490, by: "ben")
        .get())
    #expect(try await world.paths(in: "/plans/in", by: "ann").isEmpty)
  }

  /// What others did is noted where it was shared, as the server tells of it.
  public static func notes(_ world: DriveWorld) async throws {
    try await shared(world)
    let (ann, ben) = (try CollaborationWorld.account("ann"), try CollaborationWorld.account("ben"))
    func at(_ kind: CausedEvent.Kind, _ account: AccountLabel) async throws -> UInt64? {
      try await world.store.read {
        try $0.causedEvent(kind, by: account, in: CollaborationWorld.document(1))?.at
      }
    }
    #expect(try await at(.edit, ben) == nil)
    _ = try await world.put("/Shared/plans/n", 395, by: "ben").get()
    #expect(try await at(.edit, ben) == world.now)
    _ = try await world.put("/elsewhere", 396).get()
    #expect(try await at(.edit, ann) == nil)
    _ = try await world.transfer("/plans", "/plan", isMove: true, 397).get()
    #expect(try await at(.renamed, ann) == world.now)
    #expect(try await at(.moved, ann) == nil)
    _ = try await world.makeFolder("/deep", 398).get()
    _ = try await world.transfer("/plan", "/deep/plan", isMove: true, 399).get()
    #expect(try await at(.moved, ann) == world.now)
    _ = try await world.delete("/deep").get()
    #expect(try await at(.deleted, ann) == world.now)
  }

  public static var all: [(name: String, run: @Sendable (DriveWorld) async throws -> Void)] {
    [
      ("found below Shared", findsBelowShared), ("written there", writesThere),
      ("refused", refuses), ("read only", readsOnly), ("ended", ends), ("moved", movesAcross),
      ("twins", namesTwins), ("locks", locks), ("inner", keepsInner), ("tree", keepsTree),
      ("noted", notes), ("history", keepsHistory), ("place", keepsPlace),
    ]
  }
}
