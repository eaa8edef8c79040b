import Foundation
import GroveAgent
import GroveClient
import GroveIdentity
import GroveSystem
import Messenger
import Testing

/// Devices that were added after something was shared, where an agent holds the sharer's device.
@Suite(.serialized, .timeLimit(.minutes(3))) struct AgentAccessTests {
  /// Alice's app has shared Soup with Bob, who has added a device since.
  private static func share(_ world: AgentWorld, with alice: AgentConnection) async throws
    -> Messenger
  {
    let (_, draft) = try await world.stage("Soup", with: alice)
    #expect(try await alice.send(draft.draftID) == .sent)
    #expect(try await world.bobsHighlights() == ["Soup"])
    return try await link(world, "tablet")
  }

  private static func link(_ world: AgentWorld, _ name: String) async throws -> Messenger {
    let linking = try Messenger.beginLinking(
      folder: world.folder + "/" + name, relay: world.relay,
      environment: MessengerEnvironment(transport: HTTPClientTransport()))
    async let done = world.bob.linkDevice(text: linking.text, timeLimit: 30)
    let device = try await linking.complete(timeLimit: 30) { _ in true }
    _ = try await done
    try await device.sync()
    return device
  }

  /// Whether a device of Bob's could prove.
  private static func canOpen(_ device: Messenger) async throws -> Bool {
    try await device.sync()
    return try await device.highlights().contains(where: \.canProve)
  }

  @Test func `what waits is shown in the terminal and let in by a command, the app started for it`()
    async throws
  {
    try await AgentWorld.running { world, _ in
      let tablet = try await Self.share(world, with: world.connection())
      world.app.endAll()
      #expect(try await !Self.canOpen(tablet))
      let waiting = try await Ran("message", "let-in", in: world)
      #expect(waiting.text.hasPrefix("bob has a new device since 2"))
      #expect(
        waiting.text.contains(
          "It cannot open “Soup” until you let it in.  grove message let-in bob\n"))
      #expect(waiting.text.hasSuffix("You are asked about each new device.\n"))
      let status = try await Ran("agent", "status", in: world)
      #expect(status.text.contains("waiting  devices of bob: grove message let-in"))
      let list = try await Ran("message", "list", in: world)
      #expect(list.text.contains("(bob): grove message let-in"))
      let other = try await Ran("message", "let-in", "bob", "--document", "Bread", in: world)
      #expect(other.status == 1 && other.errors == "grove: No device of “bob” waits.\n")
      let done = try await Ran("message", "let-in", "bob", in: world)
      #expect(done.text == "bob can open “Soup” on the devices they have now.\n")
      #expect(try await Self.canOpen(tablet))
      let again = try await Ran("message", "let-in", in: world)
      #expect(again.text.hasPrefix("No device waits.\n"))
      #expect(try await !Ran("agent", "status", in: world).text.contains("waiting"))
    }
  }

  @Test func `the agent lets devices in by itself where the person chose so, also later ones`()
    async throws
  {
    try await AgentWorld.running { world, _ in
      let alice = world.connection()
      let tablet = try await Self.share(world, with: alice)
      let person = AgentConnection(app: nil, socketPath: world.socketPath)
      #expect(
        await soon { (try? await person.accessRenewals().map(\.person.handle)) == ["bob"] })
      #expect(try await !person.letsDevicesIn())
      let chosen = try await Ran("message", "let-in", "--by-itself", in: world)
      #expect(chosen.text.hasSuffix("New devices are let in by themselves.\n"))
      #expect(try await person.letsDevicesIn())
      #expect(await soon { (try? await Self.canOpen(tablet)) == true })
      let phone = try await Self.link(world, "phone")
      #expect(await soon { (try? await Self.canOpen(phone)) == true })
      #expect(try await person.accessRenewals().isEmpty)
    }
  }

  @Test func `a surface of the person lets a device in through the agent`() async throws {
    try await AgentWorld.running { world, _ in
      let alice = world.connection()
      let tablet = try await Self.share(world, with: alice)
      let person = AgentConnection(app: nil, socketPath: world.socketPath)
      #expect(await soon { (try? await person.accessRenewals().count) == 1 })
      let one = try #require(try await person.accessRenewals().first)
      #expect(one.title == "Soup" && one.reason == .deviceAdded)
      let outcome = try await person.renewAccess(
        of: one.person.account, in: one.collaboration)
      #expect(outcome == .sent)
      #expect(try await Self.canOpen(tablet))
      #expect(
        try await person.renewAccess(of: one.person.account, in: one.collaboration) == nil)
    }
  }
}
