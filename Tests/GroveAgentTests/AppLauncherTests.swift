import Foundation
import GroveIdentity
import Synchronization
import Testing

@testable import GroveAgent
@testable import GroveAgentServer

/// Apps in the background, as processes.
struct AppLauncherTests {
  @Test(.timeLimit(.minutes(1)))
  func `an app ends when it is asked to, whatever thread has started it`() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/grove-apps-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let launcher = AppLauncher(
      logFolder: folder, socketPath: folder + "/agent.sock", environment: [:])
    let app = AgentApp(
      origin: try Sample.origin("recipes"), name: "Recipes", command: ["/bin/sleep", "600"])
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      // As the threads are on which tasks run.
      Thread {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, nil)
        do {
          AppLauncher.stop(try launcher.start(app) { ended.resume() })
        } catch {
          ended.resume(throwing: error)
        }
      }.start()
    }
  }
}
