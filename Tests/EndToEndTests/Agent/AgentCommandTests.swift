import Foundation
import GroveAgent
import GroveAgentServer
import GroveCommands
import GroveIdentity
import GroveSystem
import Messenger
import Testing

/// `grove agent`, and the other commands on the folder that it holds.
@Suite(.serialized, .timeLimit(.minutes(3))) struct AgentCommandTests {
  @Test func `commands on a folder that an agent holds are carried out by the agent`()
    async throws
  {
    try await AgentWorld.running { world, agent in
      let cook = try await Ran("message", "new", "Kitchen", "bob", "--json", in: world)
      #expect(cook.status == 0)
      #expect(cook.rows.first?["delivery"] == "sent")
      #expect(try await Ran("message", "send", "Kitchen", "hello", in: world).text == "sent\n")
      _ = try await world.bob.sync()
      let read = try await Ran("message", "read", "Kitchen", in: world)
      #expect(read.text.contains("alice: hello"))
      let refused = try await Ran("message", "send", "Nowhere", "hello", in: world)
      #expect(refused.status == 1)
      #expect(refused.errors == "grove: There is no conversation “Nowhere”.\n")
      let wrong = try await Ran("message", "send", in: world)
      #expect(wrong.status == 64)
      let second = try await Ran("message", "sign-up", "--handle", "x", "--name", "X", in: world)
      #expect(second.status == 1)
      let status = try await Ran("agent", "status", "--json", in: world)
      #expect(status.text.contains("\"handle\":\"alice\""))
      await agent.stop()
      // Free again, and with the same conversations.
      let list = try await Ran("message", "list", "--json", in: world)
      #expect(list.rows.map { $0["name"] } == ["Kitchen"])
      #expect(!FileManager.default.fileExists(atPath: world.socketPath))
      #expect(try await Ran("agent", "status", in: world).status == 75)
    }
  }

  @Test func `a device is driven through the agent that holds its folder`() async throws {
    try await AgentWorld.running { world, _ in
      let device = try await Ran(
        "device", "--data", world.device, "--relay", world.relay.text, "--app", world.origin.text,
        input: """
          {"verb":"createConversation","arguments":{"members":"bob","name":"Kitchen"}}
          {"verb":"signUp","arguments":{"handle":"x","name":"X"}}
          garbage

          """, in: world)
      #expect(device.status == 0)
      let lines = device.text.split(separator: "\n")
      #expect(lines.count == 3)
      #expect(lines.first?.contains("\"conversation\":") == true)
      #expect(lines.dropFirst().first?.contains("\"code\":\"device_exists\"") == true)
      #expect(lines.last?.contains("\"code\":\"malformed\"") == true)
    }
  }

  @Test func `an agent killed leaves the folder to whoever comes next`() async throws {
    try await AgentWorld.running { world, agent in
      await agent.kill()
      let list = try await Ran("message", "list", in: world)
      #expect(list.status == 0)
      try await agent.start()
      let second = try await Ran("agent", "run", in: world)
      #expect(second.status == 1)
      #expect(second.errors.contains("Another program is using this device's folder."))
      let stopped = try await Ran("agent", "stop", in: world)
      #expect(stopped.status == 0, "\(stopped.errors)")
      #expect(try await Ran("message", "list", in: world).status == 0)
    }
  }

  @Test func `an agent whose socket cannot be made says why`() async throws {
    try await AgentWorld.running { world, agent in
      await agent.stop()
      let file = world.folder + "/socket/a-file"
      _ = FileManager.default.createFile(atPath: file, contents: nil)
      for (path, reason) in [
        (
          "/" + String(repeating: "l", count: 120),
          "A socket's path is absolute and at most 100 bytes."
        ),
        ("agent.sock", "A socket's path is absolute and at most 100 bytes."),
        (file, "Something else is where the agent's socket belongs."),
        ("/proc/nowhere/agent.sock", "The agent's folder cannot be made."),
      ] {
        let ran = try await Ran("agent", "run", "--socket", path, in: world)
        #expect(ran.status == 1 && ran.errors == "grove: \(reason)\n")
      }
    }
  }

  @Test func `an origin keeps its command until it is forgotten`() async throws {
    try await AgentWorld.running { world, _ in
      let first = world.connection()
      #expect(try await first.highlights(for: world.origin) == [])
      let other = world.connection(
        as: AgentApp(origin: world.origin, name: "Other", command: ["/bin/true"]))
      await #expect(throws: MessengerError(.originRefused)) {
        try await other.highlights(for: world.origin)
      }
      let apps = try await Ran("agent", "apps", in: world)
      #expect(apps.text.hasPrefix("Test  \(world.origin)  connected  "))
      let forget = try await Ran("agent", "apps", "--forget", world.origin.text, in: world)
      #expect(forget.status == 0)
      #expect(
        await soon { (try? await other.highlights(for: world.origin)) == [] })
      await #expect(throws: MessengerError(.originRefused)) {
        try await first.highlights(for: world.origin)
      }
      #expect(
        try await Ran("agent", "apps", "--forget", "https://none.example", in: world).status == 1)
    }
  }

  @Test func `an agent that waits for messages leaves the processors alone`() async throws {
    try await AgentWorld.running { world, agent in
      // A stream that is opened anew has a connection of its own (decision 0018).
      await world.servers.kill(.relay)
      _ = try await world.servers.start(.relay)
      try await Task.sleep(for: .seconds(6))
      let before = try await agent.processorTime()
      try await Task.sleep(for: .seconds(2))
      #expect(try await agent.processorTime() - before < 20)
    }
  }

  @Test func `a change of people says that it is queued while the relay is away`() async throws {
    try await AgentWorld.running { world, _ in
      _ = try await Ran("message", "new", "Kitchen", "bob", in: world)
      await world.servers.kill(.relay)
      let new = try await Ran("message", "new", "Garden", "bob", in: world)
      #expect(new.text == "“Garden” with bob  (the relay is away; queued)\n")
      let removed = try await Ran("message", "members", "Kitchen", "--remove", "bob", in: world)
      #expect(removed.text.hasPrefix("The relay is away; the change is queued.\n"))
      let json = try await Ran("message", "members", "Kitchen", "--add", "bob", "--json", in: world)
      #expect(json.rows.first == ["delivery": "queued"])
    }
  }
}

/// A command that was run to its end.
struct Ran: Sendable {
  let status: Int32
  let text: String
  let errors: String

  var rows: [[String: String]] {
    text.split(separator: "\n").compactMap {
      try? StrictJSON.decode([String: String].self, from: Array($0.utf8))
    }
  }

  init(_ arguments: String..., input: String = "", in world: AgentWorld) async throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try GroveServers.executable())
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging([
      "GROVE_FOLDER": world.device, "GROVE_AGENT_SOCKET": world.socketPath,
      "GROVE_RELAY": world.relay.text, "GROVE_APP": world.origin.text,
    ]) { $1 }
    let base = world.folder + "/ran-" + UUID().uuidString
    for name in ["in", "out", "err"] {
      let contents = name == "in" ? Data(input.utf8) : Data()
      _ = FileManager.default.createFile(atPath: base + "." + name, contents: contents)
    }
    process.standardInput = FileHandle(forReadingAtPath: base + ".in")
    process.standardOutput = FileHandle(forWritingAtPath: base + ".out")
    process.standardError = FileHandle(forWritingAtPath: base + ".err")
    try process.runHearingSignals()
    for _ in 0..<1200 where process.isRunning { try await Task.sleep(for: .milliseconds(25)) }
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    status = process.terminationStatus
    text = String(
      decoding: FileManager.default.contents(atPath: base + ".out") ?? Data(), as: UTF8.self)
    errors = String(
      decoding: FileManager.default.contents(atPath: base + ".err") ?? Data(), as: UTF8.self)
  }
}
