import GroveClient

/// Whether the drive's server answers, as grove itself finds out: rclone asks several times for every file before it says
/// that it does not, and waits minutes for one that takes a connection and says nothing.
struct DriveReachability: Sendable {
  /// Asked so often in a row without an answer the server is away, while rclone carries: a line that is busy may lose one.
  static let mostMissed = 3
  static let sentence = "The drive does not answer. What changes here waits until it does."

  /// Scheme, host and port.
  let server: String
  /// How long an answer may take.
  let patience: Duration
  /// Between two questions while rclone carries.
  let pause: Duration
  private let transport = HTTPClientTransport()

  init(server: String, patience: Duration = .seconds(5), pause: Duration = .seconds(1)) {
    (self.server, self.patience, self.pause) = (server, patience, pause)
  }

  /// - Throws: `FolderFailure` where the server does not answer.
  func check() async throws {
    guard await answers() else {
      try Task.checkCancellation()
      throw FolderFailure(.unreachable, Self.sentence)
    }
  }

  /// Does some work for as long as the server answers: where it does not any more the work is cancelled.
  /// - Returns: nil where it was; what the work brought is thrown away then.
  func whileAnswering<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value)
    async throws -> Value?
  {
    try await withThrowingTaskGroup(of: Value?.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await work() }
      group.addTask {
        try await untilAway()
        return nil
      }
      return try await group.next() ?? nil
    }
  }

  private func untilAway() async throws {
    var missed = 0
    while missed < Self.mostMissed {
      try await Task.sleep(for: pause)
      missed = await answers() ? 0 : missed + 1
    }
  }

  /// Any status but those of a proxy behind which nothing is, and of a server that is not ready.
  func answers() async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        let question = ClientRequest(url: server + "/healthz", method: "GET")
        guard let answer = try? await transport.send(question) else { return false }
        return !(502...504).contains(answer.status)
      }
      group.addTask {
        try? await Task.sleep(for: patience)
        return false
      }
      return await group.next() ?? false
    }
  }
}
