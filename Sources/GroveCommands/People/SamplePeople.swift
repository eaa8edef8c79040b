import Foundation
import GroveIdentity
import Logging
import Messenger
import ServiceLifecycle

/// The people behind `grove serve --demo`: Swift messengers in the server's process that speak to
/// both servers over real HTTP, so that one newcomer sees the whole system answer (design 7).
struct SamplePeople: Service {
  let folder: String
  let relay: Origin
  let app: Origin
  let started: StartupMessage
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while await !started.isComplete {
        guard (try? await Task.sleep(for: .milliseconds(50))) != nil else { return }
      }
      await withDiscardingTaskGroup { group in
        for character in SampleCharacter.all {
          let person = SamplePerson(
            character: character, folder: folder + "/" + character.handle, relay: relay, app: app,
            logger: logger)
          group.addTask { await person.live() }
        }
      }
    }
  }
}

/// Who they are.
struct SampleCharacter: Sendable {
  let handle: String
  let name: String
  let account: String
  let devices: Int
  let line: String
  /// What they ask whoever shared with them.
  let question: String

  static let all = [
    SampleCharacter(
      handle: "charlie", name: "Charlie", account: "charlie@sample.example", devices: 2,
      line: "A pinch of cinnamon.", question: "what do you think?"),
    SampleCharacter(
      handle: "dora", name: "Dora", account: "dora@sample.example", devices: 3,
      line: "Bake it ten minutes longer.", question: "shall I bring it on Sunday?"),
  ]
}
