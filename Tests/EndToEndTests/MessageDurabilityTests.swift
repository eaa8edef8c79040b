import Foundation
import GroveClient
import GroveIdentity
import GroveWire
import Messenger
import Testing

/// Invariant 6 of design 5 for messages: nothing lost, nothing twice to the person's eye.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct MessageDurabilityTests {
  @Test
  func
    `nothing acknowledged is lost: with the relay killed again and again every text arrives, and none twice to the person's eye`()
    async throws
  {
    let servers = try GroveServers()
    let origin = try await servers.start(.relay)
    let alice = try await person("alice", at: origin, in: servers.folder)
    let bob = try await person("bob", at: origin, in: servers.folder)
    let conversation = try await alice.createConversation(members: ["bob"])
    let texts = (0..<120).map { "text \($0)" }
    try await withThrowingTaskGroup { group in
      group.addTask {
        for text in texts { try await alice.sendText(text, in: conversation) }
      }
      group.addTask {
        for _ in 0..<3 {
          try await Task.sleep(for: .milliseconds(400))
          await servers.kill(.relay)
          try await servers.start(.relay)
          _ = try await bob.sync()
        }
      }
      try await group.waitForAll()
    }
    for _ in 0..<20 where try await alice.queuedCount() > 0 { _ = try await alice.sync() }
    _ = try await bob.sync()
    let seen = try await bob.thread(conversation, limit: 500).compactMap { item in
      if case .text(let text, _) = item.content { text } else { nil }
    }
    #expect(try await alice.queuedCount() == 0)
    #expect(seen.sorted() == texts.sorted())
    await servers.end()
  }

  private func person(_ handle: String, at relay: Origin, in folder: String) async throws
    -> Messenger
  {
    let messenger = try await Messenger.signUp(
      folder: "\(folder)/\(handle)", relay: relay, handle: handle, name: handle,
      environment: MessengerEnvironment(transport: HTTPClientTransport())
    ).messenger
    try await messenger.setRequestPolicy(.anybody)
    return messenger
  }
}
