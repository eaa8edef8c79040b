import Foundation
import GroveAgent
import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire
import Synchronization

/// An app for tests of the agent, in a process of its own: `TestApp FOLDER`, or `TestApp FOLDER framework`
/// for one that is written against the framework (`FrameworkApp`).
///
/// The folder has `session.json` (origin and token of an app account), `behaviour` (words that say
/// what goes wrong next; each works once), and gets `events`, a line for everything that happened.
@main
struct TestApp {
  static func main() async throws {
    let folder = Folder(path: CommandLine.arguments[1])
    let session = try folder.session()
    folder.note("began \(getpgrp() == getpid() ? "alone" : "in-a-group") \(terminal)")
    if folder.takes("dies-at-once") { exit(1) }
    if CommandLine.arguments.dropFirst(2).first == "framework" {
      return try await FrameworkApp(session: session, folder: folder).run()
    }
    let executable = URL(fileURLWithPath: CommandLine.arguments[0]).path
    let connection = AgentConnection(
      app: AgentApp(
        origin: session.origin, name: "Test", command: [executable, CommandLine.arguments[1]]))
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await connection.run() }
      do {
        try await connection.register(Answers(session: session, folder: folder))
      } catch {
        // It is made known when the agent comes.
        folder.note("not-registered \(error)")
      }
      await group.waitForAll()
    }
  }

  private static var terminal: String {
    isatty(STDIN_FILENO) == 1 ? "at-a-terminal" : "no-terminal"
  }
}

/// What the test and the app tell each other.
struct Folder: Sendable {
  let path: String

  struct Session: Codable, Sendable {
    var origin: Origin
    var token: String
  }

  func session() throws -> Session {
    try StrictJSON.decode(
      Session.self, from: Array(try Data(contentsOf: URL(fileURLWithPath: path + "/session.json"))))
  }

  func note(_ event: String) {
    let file = open(path + "/events", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    defer { close(file) }
    let line = Array("\(getpid()) \(event)\n".utf8)
    _ = line.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
  }

  /// Whether the word is in the behaviour; it is taken out.
  func takes(_ word: String) -> Bool { unlink(path + "/behaviour-" + word) == 0 }

  func has(_ name: String) -> Bool { access(path + "/" + name, F_OK) == 0 }
}

/// Answers as an app with its own server does.
struct Answers: CollaborationApp {
  let origin: Origin
  let name = "Test"
  let folder: Folder
  let client: CollaborationClient
  private static let isEnding = Mutex(false)

  init(session: Folder.Session, folder: Folder) {
    origin = session.origin
    self.folder = folder
    client = CollaborationClient(
      origin: session.origin, credentials: FixedCredentials.bearer(session.token),
      transport: HTTPClientTransport())
  }

  func start(_ action: StartCollaborationAction) async -> StartCollaborationAnswer {
    folder.note("start \(action.actionID.base64url)")
    do {
      let prepared = try await client.prepareCollaboration(
        PrepareCollaboration(
          requestID: action.actionID,
          options: ShareOptions(access: .readWrite, allowsComments: true, allowsMentions: true)),
        of: action.metadata.localIdentifier)
      folder.note("prepared \(prepared.collaborationID)")
      if folder.takes("dies-in-start") { kill(getpid(), SIGKILL) }
      if folder.takes("ends-after-start") { endSoon() }
      return .fulfilled(
        link: prepared.link, collaborationID: prepared.collaborationID,
        epoch: prepared.epoch.value)
    } catch {
      return .failed(reason: "\(error)")
    }
  }

  func updateParticipants(_ action: UpdateParticipantsAction) async -> CollaborationActionAnswer {
    // It is on its way out: what still arrives is not looked at.
    if Self.isEnding.withLock({ $0 }) { try? await Task.sleep(for: .seconds(60)) }
    folder.note(
      "update \(action.actionID.base64url) +\(action.addedRoots.count) -\(action.removedRoots.count)"
    )
    do {
      let updated = try await client.updateIdentities(
        UpdateIdentities(
          requestID: action.actionID,
          add: action.addedRoots.map { UpdateIdentities.Added(root: $0, depth: 5) },
          remove: action.removedRoots, replace: []),
        of: action.collaborationID)
      if folder.takes("stalls-in-update") {
        folder.note("stalls")
        while !folder.has("go") { try? await Task.sleep(for: .milliseconds(20)) }
      }
      if folder.takes("dies-in-update") { kill(getpid(), SIGKILL) }
      return .fulfilled(epoch: updated.epoch.value)
    } catch {
      return .failed(reason: "\(error)")
    }
  }

  func shareCancelled(_ cancellation: ShareCancellation) async -> CollaborationActionAnswer {
    folder.note("cancelled \(cancellation.startActionID.base64url)")
    guard let id = cancellation.collaborationID else { return .fulfilled() }
    do {
      _ = try await client.endCollaboration(id, ifUnused: true)
      return .fulfilled()
    } catch {
      return error.problemCode == .notFound ? .fulfilled() : .failed(reason: "\(error)")
    }
  }

  /// When the answer has been written.
  private func endSoon() {
    Self.isEnding.withLock { $0 = true }
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { exit(0) }
  }
}
