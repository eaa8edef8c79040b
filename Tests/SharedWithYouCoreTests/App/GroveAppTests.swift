import GroveIdentity
import GroveSystem
import Testing

@testable import SharedWithYouCore

struct GroveAppTests {
  @Test func `an app is made known when its coordinator is first used`() async throws {
    let system = RegisteringSystem()
    let app = try GroveApp(origin: "https://docs.example", name: "Recipes", system: system)
    #expect(system.names.isEmpty)
    let handler = RecordingHandler()
    app.coordinator.actionHandler = handler
    try await app.register()
    #expect(system.names == ["Recipes"])
    #expect(system.registrationCount == 1)
  }

  @Test func `an app hears that the messenger does not take it, and may try again`() async throws {
    let system = RegisteringSystem()
    system.refuse(MessengerError(.originRefused))
    let app = try GroveApp(origin: "https://docs.example", name: "Recipes", system: system)
    await #expect(throws: GroveAppError.notRegistered(MessengerError(.originRefused))) {
      try await app.register()
    }
    #expect(system.names.isEmpty)
    system.refuse(nil)
    try await app.register()
    #expect(system.names == ["Recipes"])
    try await app.register()
    #expect(system.registrationCount == 1)
  }

  @Test func `what the messenger asks of the app comes to its handler`() async throws {
    let system = RegisteringSystem()
    let app = try GroveApp(origin: "https://docs.example", name: "Recipes", system: system)
    let handler = RecordingHandler()
    app.coordinator.actionHandler = handler
    try await app.register()
    let origin = try Origin("https://docs.example")
    let registered = try #require(system.app(origin))
    #expect(registered.origin == origin)
    async let answer = registered.updateParticipants(
      UpdateParticipantsAction(
        actionID: Sample.id(1), collaborationID: try CollaborationID("c-1"),
        metadata: Sample.metadata, addedRoots: [Sample.root(1)], timeLimit: 30))
    try #require(await handler.actions.next(SWAction.self)).fulfill()
    #expect(try await answer == .fulfilled())
  }

  @Test func `an app that is let go of is no longer known`() async throws {
    let system = RegisteringSystem()
    do {
      let app = try GroveApp(origin: "https://docs.example", name: "Recipes", system: system)
      try await app.register()
      #expect(system.names.count == 1)
    }
    for _ in 0..<500 where !system.names.isEmpty {
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(system.names.isEmpty)
  }

  @Test func `an origin that is none is refused`() {
    #expect(throws: GroveAppError.originMalformed) {
      try GroveApp(origin: "docs.example", name: "", system: RegisteringSystem())
    }
    #expect(throws: GroveAppError.originMalformed) {
      try GroveApp.configure(origin: "https://docs.example/", name: "Recipes")
    }
  }

  @Test func `a program that is configured anew is known to the new messenger only`() async throws {
    let (first, second) = (RegisteringSystem(), RegisteringSystem())
    try GroveApp.configure(origin: "https://a.example", name: "A", system: first)
    try await GroveApp.shared.register()
    var connections = GroveApp.shared.connections().makeAsyncIterator()
    #expect(await connections.next()?.origin.text == "https://a.example")
    try GroveApp.configure(origin: "https://b.example", name: "B", system: second)
    try await GroveApp.shared.register()
    #expect(first.names.isEmpty)
    #expect(second.names == ["B"])
    #expect(await connections.next()?.origin.text == "https://b.example")
    #expect(GroveApp.shared.problem == nil)
    #expect(SWCollaborationCoordinator.shared === GroveApp.shared.coordinator)
  }
}
