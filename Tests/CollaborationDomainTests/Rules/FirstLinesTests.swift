import CollaborationDomain
import GroveIdentity
import GroveTesting
import Testing

/// What a document begins with, from whoever edits it to the cards of everybody (protocol 12.8).
@Suite struct FirstLinesTests {
  private static let document = CollaborationWorld.document(1)

  /// Ann's document with Ann as 1 and Bob as 2; both hear.
  private static func hall() async throws -> NoticeRulesTests.Hall {
    try await NoticeRulesTests.Hall(hearing: [(1, "ann"), (2, "bob")])
  }

  private static func lines(in hall: NoticeRulesTests.Hall) async throws -> String? {
    try await hall.world.store.read { try $0.document(document)?.firstLines }
  }

  /// Who hears of edits now, each with the first lines they are told.
  private static func told(_ hall: NoticeRulesTests.Hall) async throws -> [String: String?] {
    let now = hall.world.now + 1000
    _ = try await hall.waiting(after: 1000)
    var told: [String: String?] = [:]
    for due in try await hall.survey(at: now).due where due.notice.action.kind == .edit {
      let name = due.notice.address.account.text
      told[String(name.prefix { $0 != "@" })] = .some(due.firstLines)
      try await hall.note(.sent, of: due.notice, at: now)
    }
    return told
  }

  @Test func `an edit hands over the first lines, and without them they stay as they are`()
    async throws
  {
    var hall = try await Self.hall()
    _ = try await hall.world.append(1, beginning: "Flour\nWater", by: "bob").get()
    #expect(try await Self.told(hall) == ["ann": "Flour\nWater", "bob": "Flour\nWater"])
    hall.world.now += 2000
    _ = try await hall.world.append(2, by: "bob").get()
    #expect(try await Self.told(hall) == ["ann": "Flour\nWater"])
    #expect(try await Self.lines(in: hall) == "Flour\nWater")
  }

  @Test
  func `who edits hears of it where the first lines change, because their own card shows them`()
    async throws
  {
    var hall = try await Self.hall()
    for (update, lines, hearing) in [
      (1, "Flour", ["ann", "bob"]), (2, "Flour", ["ann"]), (3, "", ["ann", "bob"]),
    ] {
      _ = try await hall.world.append(update, beginning: lines, by: "bob").get()
      let told = try await Self.told(hall)
      #expect(told.keys.sorted() == hearing && told.values.allSatisfy { $0 == lines })
      hall.world.now += 2000
    }
    // One that changes them and one that does not, told together.
    _ = try await hall.world.append(4, beginning: "Rye", by: "bob").get()
    _ = try await hall.world.append(5, beginning: "Rye", by: "bob").get()
    #expect(try await Self.told(hall).keys.sorted() == ["ann", "bob"])
  }

  @Test func `where nobody else hears, who edits is told of new first lines all the same`()
    async throws
  {
    let hall = try await NoticeRulesTests.Hall(hearing: [(2, "bob")])
    _ = try await hall.world.append(1, by: "bob").get()
    #expect(try await Self.told(hall).isEmpty)
    _ = try await hall.world.append(2, beginning: "Flour", by: "bob").get()
    #expect(try await Self.told(hall) == ["bob": "Flour"])
  }

  @Test func `an update that was taken before, or is refused, changes no first lines`() async throws
  {
    let hall = try await Self.hall()
    _ = try await hall.world.append(1, beginning: "Flour", by: "bob").get()
    _ = try await hall.world.append(1, beginning: "Rye", by: "bob").get()
    #expect(try await Self.lines(in: hall) == "Flour")
    #expect(
      try await hall.world.append(2, beginning: "Rye", by: "mallory").refusal == .notFound)
    #expect(try await Self.lines(in: hall) == "Flour")
  }

  @Test func `who was removed is told no first lines, and a deleted document keeps none`()
    async throws
  {
    var hall = try await Self.hall()
    _ = try await hall.world.append(1, beginning: "Flour", by: "ann").get()
    _ = try await Self.told(hall)
    _ = try await hall.world.update(remove: [2], request: 78).get()
    _ = try await hall.waiting()
    hall.world.now += 1
    _ = try await hall.world.append(2, beginning: "Secret", by: "ann").get()
    let due = try await hall.survey(at: hall.world.now).due
    let bob = due.filter { $0.notice.address.root == CollaborationWorld.root(2) }
    #expect(bob.count == 1 && bob.allSatisfy { $0.firstLines == nil })
    let call = try hall.world.call("ann")
    _ = try await hall.world.store.change {
      try DocumentRules.delete(Self.document, for: call, reading: $0)
    }.get()
    #expect(try await Self.lines(in: hall) == nil)
    _ = try await hall.waiting()
    let last = try await hall.survey(at: hall.world.now).due
    #expect(!last.isEmpty && last.allSatisfy { $0.firstLines == nil })
  }
}
