import ServiceLifecycle
import Testing

@testable import GroveServing

struct ServerRunnerTests {
  private struct Holding: Service {
    let held = "what nobody should read in a log"
    func run() async throws {}
  }

  @Test("the log calls a service by its name, and says nothing of what it holds")
  func names() async {
    let log = RecordingLog()
    // It ends by itself, which ends the others with an error.
    await #expect(throws: ServiceGroupError.self) {
      try await ServerRunner.run([Holding()], logger: log.logger)
    }
    #expect(log.text.contains("Holding"))
    #expect(!log.text.contains("nobody should read"))
  }
}
