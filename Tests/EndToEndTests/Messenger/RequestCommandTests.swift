import Foundation
import GroveIdentity
import Testing

/// `grove message requests`, `accept`, `decline`, `block` and their kin, as somebody types them.
@Suite(.timeLimit(.minutes(3)))
struct RequestCommandTests {
  /// A relay, and what each person types at it.
  private struct Relay {
    let servers: GroveServers
    let origin: Origin

    init() async throws {
      servers = try GroveServers()
      origin = try await servers.start(.relay)
      for name in ["ann", "ben", "cleo"] {
        let made = try type(name, "sign-up", "--handle", name, "--name", name)
        #expect(made.status == 0, "\(made.text)")
      }
    }

    @discardableResult
    func type(_ person: String, _ words: String...) throws -> FinishedProcess {
      try FinishedProcess(
        [
          "GROVE_FOLDER=\(servers.folder)/\(person)", "GROVE_RELAY=\(origin.text)",
          try GroveServers.executable(), "message",
        ] + words)
    }
  }

  @Test func `a request is shown, accepted, and then a conversation like another`() async throws {
    let relay = try await Relay()
    #expect(try relay.type("ben", "requests").text == "Nobody asks.\n")
    try relay.type("ann", "new", "Kitchen", "ben")
    try relay.type("ann", "send", "Kitchen", "The dough has risen.")
    #expect(try relay.type("ben", "requests").text == "ann added you to “Kitchen”\n")
    let json = try relay.type("ben", "requests", "--json").text
    #expect(json.contains(#""by":"ann""#) && json.contains(#""name":"Kitchen""#))
    #expect(try !relay.type("ben", "list").text.contains("Kitchen"))
    let unknown = try relay.type("ben", "accept", "Garden")
    #expect(unknown.status == 1 && unknown.text == "grove: There is no request “Garden”.\n")
    #expect(try relay.type("ben", "accept", "Kitchen").text == "You are in.\n")
    #expect(try relay.type("ben", "requests").text == "Nobody asks.\n")
    #expect(try relay.type("ben", "list").text.contains("Kitchen"))
    #expect(try relay.type("ben", "read", "Kitchen").text.contains("ann: The dough has risen."))
    await relay.servers.end()
  }

  @Test func `a request is declined, by the handle of who asks where there is only one`()
    async throws
  {
    let relay = try await Relay()
    try relay.type("cleo", "new", "Garden", "ben")
    try relay.type("cleo", "new", "Cellar", "ben")
    let both = try relay.type("ben", "decline", "cleo")
    #expect(both.status == 1)
    #expect(both.text.hasPrefix("grove: Several requests are called that; use an identifier: "))
    #expect(try relay.type("ben", "decline", "Cellar").text == "Deleted.\n")
    let one = try relay.type("ben", "decline", "cleo", "--json")
    #expect(one.text.hasPrefix(#"{"declined":""#))
    #expect(try relay.type("ben", "requests").text == "Nobody asks.\n")
    await relay.servers.end()
  }

  @Test func `who is blocked does not ask any more, until they are let in again`() async throws {
    let relay = try await Relay()
    #expect(try relay.type("ben", "blocked").text == "Nobody.\n")
    #expect(try relay.type("ben", "block", "cleo").text == "cleo is blocked.\n")
    #expect(try relay.type("ben", "blocked").text == "cleo\n")
    try relay.type("cleo", "new", "Garden", "ben")
    #expect(try relay.type("ben", "requests").text == "Nobody asks.\n")
    #expect(try relay.type("ben", "unblock", "cleo").text == "cleo is not blocked any more.\n")
    #expect(try relay.type("ben", "blocked").text == "Nobody.\n")
    try relay.type("cleo", "new", "Attic", "ben")
    #expect(try relay.type("ben", "requests").text == "cleo added you to “Attic”\n")
    await relay.servers.end()
  }

  @Test func `who has to ask is said with a word that is known`() async throws {
    let relay = try await Relay()
    let wrong = try relay.type("ben", "requests", "--from", "nobody")
    #expect(wrong.status == 1)
    #expect(wrong.text == "grove: “nobody” is neither “ask” nor “anybody”.\n")
    let open = try relay.type("ben", "requests", "--from", "anybody")
    #expect(open.text == "Everybody may talk to you.\n")
    try relay.type("ann", "new", "Kitchen", "ben")
    #expect(try relay.type("ben", "requests").text == "Nobody asks.\n")
    #expect(try relay.type("ben", "list").text.contains("Kitchen"))
    let closed = try relay.type("ben", "requests", "--from", "ask", "--json")
    #expect(closed.text == "{\"from\":\"ask\"}\n")
    await relay.servers.end()
  }
}
