import GroveIdentity
import GroveSystem
import Testing

@testable import SharedWithYouCore

struct ActionQueueTests {
  private var queue = ActionQueue()
  private let one = Sample.root(1)
  private let two = Sample.root(2)
  private static let stored = ActionOutcome.fulfilled(nil)

  private mutating func answer(_ ticket: UInt64, _ outcome: ActionOutcome = stored) {
    queue.answered(ticket, outcome) { Sample.id(200) }
  }

  @Test mutating func `actions about different things do not wait for each other`() throws {
    _ = queue.accept(Sample.start(1))
    _ = queue.accept(try Sample.update(2, "a"))
    _ = queue.accept(try Sample.update(3, "b"))
    #expect(queue.ready().map(\.ticket) == [1, 2, 3])
    #expect(queue.ready().isEmpty)
  }

  @Test mutating func `a removal waits for the adding it takes back`() throws {
    let adding = queue.accept(try Sample.update(1, added: [one]))
    let removal = queue.accept(try Sample.update(2, removed: [one]))
    #expect(queue.ready().map(\.ticket) == [adding])
    answer(adding)
    #expect(queue.ready().map(\.ticket) == [removal])
  }

  @Test mutating func `what waits keeps its order`() throws {
    let first = queue.accept(try Sample.update(1, added: [one]))
    _ = queue.ready()
    let second = queue.accept(try Sample.update(2, removed: [one]))
    let third = queue.accept(try Sample.update(3, added: [one]))
    answer(first)
    #expect(queue.ready().map(\.ticket) == [second])
    answer(second)
    #expect(queue.ready().map(\.ticket) == [third])
  }

  @Test mutating func `a removal that overtook the adding is asked again when that is answered`()
    throws
  {
    for outcome in [Self.stored, .failed(reason: "late")] {
      var queue = ActionQueue()
      let adding = queue.accept(try Sample.update(1, added: [one, two]))
      _ = queue.ready()
      let removal = queue.accept(try Sample.update(2, removed: [one]))
      #expect(queue.force(removal)?.call.id == Sample.id(2))
      queue.answered(removal, Self.stored) { Sample.id(200) }
      #expect(queue.ready().isEmpty)
      queue.answered(adding, outcome) { Sample.id(200) }
      let again = queue.ready().map(\.call)
      #expect(again.map(\.id) == [Sample.id(200)])
      guard case .update(let action)? = again.first?.question else {
        Issue.record("no removal")
        return
      }
      #expect(action.removedRoots == [one] && action.addedRoots.isEmpty)
    }
  }

  @Test mutating func `what was added anew meanwhile is not removed again`() throws {
    let adding = queue.accept(try Sample.update(1, added: [one]))
    _ = queue.ready()
    _ = queue.force(queue.accept(try Sample.update(2, removed: [one])))
    _ = queue.force(queue.accept(try Sample.update(3, added: [one])))
    answer(adding)
    #expect(queue.ready().isEmpty)
  }

  @Test mutating func `a cancellation that waited learns what the start made`() throws {
    let start = queue.accept(Sample.start(1))
    _ = queue.ready()
    let cancellation = queue.accept(try Sample.cancellation(of: 1))
    #expect(queue.ready().isEmpty)
    answer(start, .fulfilled(.init(link: "https://docs.example/d", identifier: "c-9")))
    let delivery = try #require(queue.ready().first)
    #expect(delivery.ticket == cancellation)
    #expect(delivery.call == ActionCall.cancelling("c-9", id: Sample.id(99)))
  }

  @Test mutating func `a cancellation that came too early is asked again with what was made`()
    throws
  {
    let start = queue.accept(Sample.start(1))
    _ = queue.ready()
    let early = queue.accept(try Sample.cancellation(of: 1))
    _ = queue.force(early)
    answer(early)
    answer(start, .fulfilled(.init(link: "https://docs.example/d", identifier: "c-9")))
    #expect(queue.ready().map(\.call) == [ActionCall.cancelling("c-9", id: Sample.id(200))])
  }

  @Test mutating func `a start that failed leaves nothing to cancel`() throws {
    let start = queue.accept(Sample.start(1))
    _ = queue.ready()
    _ = queue.force(queue.accept(try Sample.cancellation(of: 1)))
    answer(start, .failed(reason: "no"))
    #expect(queue.ready().isEmpty)
  }

  @Test mutating func `a withdrawn action is not delivered, a delivered one is not withdrawn`() {
    let ticket = queue.accept(Sample.start(1))
    #expect(queue.isWaiting(ticket) && queue.withdraw(ticket))
    #expect(queue.ready().isEmpty && !queue.withdraw(ticket))
    let delivered = queue.accept(Sample.start(2))
    _ = queue.ready()
    #expect(!queue.withdraw(delivered) && queue.force(delivered) == nil)
  }

  @Test mutating func `an action that came back goes to the front`() throws {
    let first = queue.accept(try Sample.update(1, added: [one]))
    let second = queue.accept(try Sample.update(2, removed: [one]))
    _ = queue.ready()
    queue.returned(first)
    #expect(queue.ready().map(\.ticket) == [first])
    answer(first)
    #expect(queue.ready().map(\.ticket) == [second])
  }
}

extension ActionCall {
  fileprivate static func cancelling(_ collaboration: String, id: RequestID) -> ActionCall? {
    try? ActionCall(
      ShareCancellation(
        startActionID: Sample.id(1), collaborationID: CollaborationID(collaboration),
        metadata: Sample.metadata),
      id: id)
  }
}
