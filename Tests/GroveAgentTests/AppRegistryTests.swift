import Foundation
import GroveIdentity
import GroveSystem
import Testing

@testable import GroveAgent
@testable import GroveAgentServer

struct AppRegistryTests {
  @Test func `the first command keeps an origin until it is forgotten`() throws {
    var registry = AppRegistry()
    let first = try Sample.app("recipes", command: ["/usr/bin/recipes", "--answer"])
    let result1 = registry.admit(first, now: 5, limit: 9)
    #expect(result1 == .success(true))
    let result2 = registry.admit(first, now: 6, limit: 9)
    #expect(result2 == .success(false))
    var other = first
    other.command = ["/usr/bin/recipes"]
    let result3 = registry.admit(other, now: 7, limit: 9)
    #expect(result3 == .failure(.init(reason: .anotherCommand)))
    other.command = []
    let result4 = registry.admit(other, now: 7, limit: 9)
    #expect(result4 == .failure(.init(reason: .anotherCommand)))
    #expect(registry.entry(first.origin)?.registeredAt == 5)
    let wasThere = registry.forget(first.origin)
    let isThere = registry.forget(first.origin)
    #expect(wasThere && !isThere)
    let result5 = registry.admit(other, now: 8, limit: 9)
    #expect(result5 == .success(true))
  }

  @Test func `an app may be renamed`() throws {
    var registry = AppRegistry()
    var app = try Sample.app("recipes")
    _ = registry.admit(app, now: 5, limit: 9)
    app.name = "Recipes"
    let result6 = registry.admit(app, now: 6, limit: 9)
    #expect(result6 == .success(true))
    #expect(registry.entry(app.origin)?.app.name == "Recipes")
  }

  @Test func `names and commands that could mislead are refused, and change nothing`() throws {
    var registry = AppRegistry()
    let good = try Sample.app("recipes")
    let bad: [(AppRegistry.Refusal, (inout AgentApp) -> Void)] = [
      (.nameUnusable, { $0.name = "" }),
      (.nameUnusable, { $0.name = "Recipes\u{1B}[2J" }),
      (.nameUnusable, { $0.name = String(repeating: "x", count: 129) }),
      (.commandUnusable, { $0.command = ["recipes"] }),
      (.commandUnusable, { $0.command = ["./recipes"] }),
      (.commandUnusable, { $0.command = ["/bin/sh", "a\u{0}b"] }),
      (.commandUnusable, { $0.command = Array(repeating: "/x", count: 65) }),
      (.commandUnusable, { $0.command = ["/x", String(repeating: "x", count: 8192)] }),
    ]
    for (refusal, change) in bad {
      var app = good
      change(&app)
      let result7 = registry.admit(app, now: 5, limit: 9)
      #expect(result7 == .failure(.init(reason: refusal)))
    }
    #expect(registry.entries.isEmpty)
  }

  @Test func `no more apps are remembered than the limit`() throws {
    var registry = AppRegistry()
    for number in 0..<3 {
      _ = try registry.admit(Sample.app("a\(number)"), now: 5, limit: 3).get()
    }
    let more = registry.admit(try Sample.app("b"), now: 5, limit: 3)
    #expect(more == .failure(.init(reason: .tooMany)))
  }

  @Test func `the list of apps survives, for its owner only`() throws {
    let file = AppRegistryFile(path: try AgentHarness.makeFolder() + "/apps.json")
    #expect(try file.load() == AppRegistry())
    var registry = AppRegistry()
    _ = registry.admit(try Sample.app("recipes", command: ["/bin/r"]), now: 5, limit: 9)
    try file.save(registry)
    #expect(try file.load() == registry)
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    try Data("{".utf8).write(to: URL(fileURLWithPath: file.path))
    #expect(throws: MessengerError(.storeUnavailable)) { try file.load() }
  }
}
