import Foundation
import GroveIdentity
import GroveSystem
import Synchronization
import Testing

@testable import SharedWithYouCore

struct CoordinatorTests {
  private let time = ManualTime()
  private let coordinator: SWCollaborationCoordinator
  private let link = URL(fileURLWithPath: "/")

  init() { coordinator = SWCollaborationCoordinator(patience: time.patience) }

  @Test func `an action waits until there is a handler`() async throws {
    let handler = RecordingHandler()
    async let outcome = coordinator.perform(Sample.start())
    try await Task.sleep(for: .milliseconds(20))
    coordinator.actionHandler = handler
    let action = try #require(await handler.actions.next(SWStartCollaborationAction.self))
    #expect(action.collaborationMetadata.localIdentifier.rawValue == "recipe-7")
    #expect(action.uuid.uuidString == "01010101-0101-0101-0101-010101010101")
    let url = try #require(URL(string: "https://docs.example/d/7"))
    action.fulfill(using: url, collaborationIdentifier: .init("c-7"))
    #expect(
      await outcome
        == .fulfilled(.init(link: "https://docs.example/d/7", identifier: "c-7")))
    #expect(action.isComplete)
  }

  @Test func `an action that nobody came for fails, and says so`() async throws {
    async let outcome = coordinator.perform(Sample.start(limit: 30))
    try await waitUntil { coordinator.state.withLock { !$0.answers.isEmpty } }
    time.advance(to: 27)
    #expect(await outcome == .failed(reason: "nothing in it was there to answer"))
    let handler = RecordingHandler()
    coordinator.actionHandler = handler
    let left = coordinator.state.withLock { $0.queue.ready() }
    #expect(left.isEmpty)
  }

  @Test func `the first answer counts and further ones are harmless`() async throws {
    let handler = RecordingHandler()
    coordinator.actionHandler = handler
    async let outcome = coordinator.perform(try Sample.update())
    let action = try #require(await handler.actions.next(SWAction.self))
    action.fulfill()
    action.fulfill()
    action.fail()
    action.fail(reason: "no")
    #expect(try await outcome == .fulfilled(nil))
    #expect(action.isComplete)
  }

  @Test func `failing says why, where the app says it`() async throws {
    let handler = RecordingHandler()
    coordinator.actionHandler = handler
    async let outcome = coordinator.perform(Sample.start())
    try #require(await handler.actions.next(SWAction.self)).fail(reason: "the disk is full")
    #expect(await outcome == .failed(reason: "the disk is full"))
  }

  @Test func `an action that the app lets go of has failed`() async throws {
    let handler = RecordingHandler()
    coordinator.actionHandler = handler
    async let outcome = coordinator.perform(Sample.start())
    _ = await handler.actions.next(SWAction.self)
    #expect(await outcome == .failed(reason: "it let go of the action without an answer"))
  }

  @Test func `a copy keeps an action alive and answers for it`() async throws {
    let handler = RecordingHandler()
    coordinator.actionHandler = handler
    async let outcome = coordinator.perform(try Sample.update())
    var action = await handler.actions.next(SWUpdateCollaborationParticipantsAction.self)
    let copy = try #require(action?.copy() as? SWUpdateCollaborationParticipantsAction)
    #expect(copy == action)
    action = nil
    copy.fulfill()
    #expect(try await outcome == .fulfilled(nil))
  }

  @Test func `a start that is fulfilled without a link is lost, which is then taken back`()
    async throws
  {
    let handler = RecordingHandler()
    async let answer = try start(handler)
    try #require(await handler.actions.next(SWStartCollaborationAction.self)).fulfill()
    #expect(try await answer == .lost(reason: "starting gave no link"))
  }

  private func start(_ handler: RecordingHandler) async throws -> StartCollaborationAnswer {
    coordinator.actionHandler = handler
    let app = RegisteredApp(
      settings: GroveAppSettings(origin: try Origin("https://docs.example"), name: "Recipes"),
      coordinator: coordinator)
    return await app.start(
      StartCollaborationAction(actionID: Sample.id(1), metadata: Sample.metadata, timeLimit: 30))
  }

  @Test func `an identifier that cannot be one loses the start, which is then taken back`()
    async throws
  {
    let handler = RecordingHandler()
    async let answer = try start(handler)
    let action = try #require(await handler.actions.next(SWStartCollaborationAction.self))
    action.fulfill(using: link, collaborationIdentifier: .init(""))
    #expect(
      try await answer == .lost(reason: "its collaboration identifier is empty or too long"))
  }

  @Test func `an action whose handler went away waits for the next one`() async throws {
    let second = RecordingHandler()
    async let outcome = coordinator.perform(try Sample.update())
    do {
      let first = RecordingHandler()
      coordinator.actionHandler = first
      let action = await first.actions.next(SWAction.self)
      action?.fulfill()
      #expect(try await outcome == .fulfilled(nil))
    }
    #expect(coordinator.actionHandler == nil)
    async let later = coordinator.perform(try Sample.update(3))
    try await waitUntil { coordinator.state.withLock { !$0.answers.isEmpty } }
    coordinator.actionHandler = second
    try #require(await second.actions.next(SWAction.self)).fulfill()
    #expect(try await later == .fulfilled(nil))
  }

  @Test func `an answer after the time is over changes nothing`() async throws {
    let handler = RecordingHandler()
    coordinator.actionHandler = handler
    async let outcome = coordinator.perform(Sample.start(limit: 4))
    let action = try #require(await handler.actions.next(SWStartCollaborationAction.self))
    time.advance(to: 4)
    #expect(!action.isComplete, "the messenger decides when the time is over")
    time.advance(to: 5)
    #expect(await outcome == .failed(reason: "it did not answer in time"))
    #expect(action.isComplete)
    action.fulfill(using: link, collaborationIdentifier: .init("c-1"))
    action.fail()
  }

  @Test func `an answer soon after the messenger gave up is still heard`() async throws {
    let handler = RecordingHandler()
    coordinator.actionHandler = handler
    let asking = Task { await coordinator.perform(Sample.start()) }
    let action = try #require(await handler.actions.next(SWStartCollaborationAction.self))
    asking.cancel()
    action.fulfill(using: link, collaborationIdentifier: .init("c-1"))
    #expect(await asking.value == .fulfilled(.init(link: link.absoluteString, identifier: "c-1")))
  }

  @Test func `a handler that does not know replacements gets each as one of both`() async throws {
    let replaced = UpdateParticipantsAction.Replacement(old: Sample.root(1), new: Sample.root(2))
    let call = try Sample.update(
      added: [Sample.root(3)], removed: [Sample.root(4)], replaced: [replaced])
    let handler = RecordingHandler()
    coordinator.actionHandler = handler
    async let outcome = coordinator.perform(call)
    let action = try #require(
      await handler.actions.next(SWUpdateCollaborationParticipantsAction.self))
    #expect(action.addedIdentities.map(\.root) == [Sample.root(3), Sample.root(2)])
    #expect(action.removedIdentities.map(\.root) == [Sample.root(4), Sample.root(1)])
    #expect(action.replacedIdentities.isEmpty)
    #expect(action.collaborationMetadata.collaborationIdentifier.rawValue == "c-1")
    action.fulfill()
    #expect(await outcome == .fulfilled(nil))
  }

  @Test func `a handler that knows replacements gets them as such`() async throws {
    let replaced = UpdateParticipantsAction.Replacement(old: Sample.root(1), new: Sample.root(2))
    let handler = ReplacingHandler()
    coordinator.actionHandler = handler
    async let outcome = coordinator.perform(try Sample.update(replaced: [replaced]))
    let action = try #require(
      await handler.actions.next(SWUpdateCollaborationParticipantsAction.self))
    #expect(action.addedIdentities.isEmpty && action.removedIdentities.isEmpty)
    #expect(action.replacedIdentities.map(\.old.root) == [Sample.root(1)])
    #expect(action.replacedIdentities.map(\.new.root) == [Sample.root(2)])
    action.fulfill()
    #expect(try await outcome == .fulfilled(nil))
  }

  @Test func `a cancelled share is nothing to a handler that does not ask for it`() async throws {
    let handler = RecordingHandler()
    coordinator.actionHandler = handler
    #expect(await coordinator.perform(try Sample.cancellation()) == .fulfilled(nil))
  }

  @Test func `a cancelled share is told with what the start made`() async throws {
    let handler = CancellingHandler()
    coordinator.actionHandler = handler
    async let outcome = coordinator.perform(try Sample.cancellation(of: 1, "c-1"))
    let action = try #require(await handler.actions.next(GroveShareCancellationAction.self))
    #expect(action.startActionUUID.uuidString == "01010101-0101-0101-0101-010101010101")
    #expect(action.collaborationMetadata.collaborationIdentifier.rawValue == "c-1")
    action.fail()
    #expect(try await outcome == .failed(reason: ""))
  }

  @Test func `what only takes back is handed over even when the messenger has no time left`()
    async throws
  {
    let handler = CancellingHandler()
    coordinator.actionHandler = handler
    let starting = Task { await coordinator.perform(Sample.start(1)) }
    let silent = try #require(await handler.actions.next(SWStartCollaborationAction.self))
    let cancelling = Task { await coordinator.perform(try Sample.cancellation(of: 1)) }
    try await waitUntil { coordinator.state.withLock { $0.answers.count == 2 } }
    cancelling.cancel()
    let action = try #require(await handler.actions.next(GroveShareCancellationAction.self))
    #expect(action.collaborationMetadata.collaborationIdentifier.rawValue.isEmpty)
    action.fulfill()
    #expect(try await cancelling.value == .fulfilled(nil))
    // The start is answered after all: what it made is taken back by name.
    silent.fulfill(using: link, collaborationIdentifier: .init("c-1"))
    let again = try #require(await handler.actions.next(GroveShareCancellationAction.self))
    #expect(again.collaborationMetadata.collaborationIdentifier.rawValue == "c-1")
    again.fulfill()
    #expect(await starting.value == .fulfilled(.init(link: link.absoluteString, identifier: "c-1")))
  }

  @Test func `an archived action is a record that nobody waits for`() async throws {
    let handler = CancellingHandler()
    coordinator.actionHandler = handler
    async let outcome = coordinator.perform(try Sample.update(added: [Sample.root(1)]))
    let action = try #require(
      await handler.actions.next(SWUpdateCollaborationParticipantsAction.self))
    let copy = try archived(action)
    #expect(copy == action && copy.addedIdentities == action.addedIdentities)
    #expect(!copy.isComplete)
    copy.fulfill()
    #expect(copy.isComplete && !action.isComplete)
    action.fail()
    #expect(try await outcome == .failed(reason: ""))
    #expect(try archived(action).isComplete)
  }

  private func waitUntil(_ condition: () -> Bool) async throws {
    for _ in 0..<500 where !condition() { try await Task.sleep(for: .milliseconds(2)) }
    try #require(condition())
  }
}
