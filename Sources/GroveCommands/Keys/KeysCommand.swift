import ArgumentParser
import CollaborationServer
import Foundation
import GroveIdentity
import GroveServing
import StorePostgres

/// `grove keys`: the collaboration server's keys.
struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "Replace the collaboration server's keys, while it runs.",
    discussion: """
      EXAMPLE
        grove keys rotate --data /var/lib/grove
        grove keys rotate --only sessions --forget     after a leak: everybody signs in again
      """,
    subcommands: [KeysRotateCommand.self])
}

/// `grove keys rotate`.
struct KeysRotateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate",
    abstract: "Make new keys; what the old ones have made stays good for as long as it lives.",
    discussion: """
      Challenges made with the old key are good for another six minutes, sessions until they end, and \
      attested notices for ever. The new keys are used three minutes later, when every node knows them; \
      the one for notices is published at once and signs ten minutes later, when every messenger knows it. \
      The key that posts to notice addresses is left alone unless it is named (--only push): each address \
      takes messages of that one key only, so all of them end, and people hear nothing until they open \
      the app again.

      EXAMPLE
        grove keys rotate --data /var/lib/grove
      """)

  @Option(
    help: "Only challenges, sessions, attestations or push; may be given several times.",
    transform: Self.kind)
  var only: [CollaborationKeySet.Kind] = []

  @Flag(
    help: """
      Forget the old keys, because others may know them: challenges under way, sessions and old \
      notices made with them are good no more.
      """)
  var forget = false

  @OptionGroup var options: DataOptions

  func run() async throws {
    let configuration = try options.configuration()
    let data = try configuration.text(.data)
    let kinds = only.isEmpty ? CollaborationKeySet.Kind.unnoticed : Set(only)
    try DiskFaultReporting.running { try rotate(kinds, in: data) }
    var isRunning = DataFolderLock.wake(folder: data, role: .collaboration)
    if let postgres = try configuration.postgres() {
      let nodes = ServedStores.nodes(postgres)
      if await nodes.tellAll() { isRunning = true }
      await nodes.close()
    }
    let names = kinds.map(\.rawValue).sorted().joined(separator: ", ")
    FlushedOutput.print(
      "new keys for \(names)" + (isRunning ? "; the running server has been told" : ""))
  }

  private static func kind(_ text: String) throws -> CollaborationKeySet.Kind {
    guard let kind = CollaborationKeySet.Kind(rawValue: text) else {
      throw ValidationError("There is no kind “\(text)”.")
    }
    return kind
  }

  private func rotate(_ kinds: Set<CollaborationKeySet.Kind>, in data: String) throws {
    let path = data + "/" + Backup.keyFile
    guard FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure(
        "There are no keys in \(data); the server makes them when it first starts.")
    }
    try CollaborationKeyFile.changing(path) {
      var generator = SystemRandomNumberGenerator()
      let lifetime = CollaborationServerConfiguration.defaultSessionLifetime
      let next = try CollaborationKeyFile.read(path).rotated(
        kinds, at: UInt64(max(0, Date().timeIntervalSince1970 * 1000)), sessionLifetime: lifetime,
        forgetting: forget
      ) { count in (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) } }
      try CollaborationKeyFile.replace(path, by: next)
    }
  }
}
