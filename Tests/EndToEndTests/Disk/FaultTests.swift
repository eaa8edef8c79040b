import Foundation
import Testing

/// `script/faults` runs all cases and prints their table; here are a few of them.
@Suite(.serialized, .enabled(if: InjectedFault.isPossible), .timeLimit(.minutes(20)))
struct FaultTests {
  @Test func `whatever call of an update fails, what was acknowledged is there once`() async throws
  {
    try await run(UpdateSubject.self, [("pwrite64", 1, "EIO"), ("fdatasync", 1, "EIO")])
  }

  @Test func `whatever call of a grant fails, what was acknowledged is there once`() async throws {
    try await run(GrantSubject.self, [("pwrite64", 2, "ENOSPC"), ("fdatasync", 1, "EIO")])
  }

  @Test func `whatever call of an envelope fails, what was acknowledged is there once`()
    async throws
  {
    try await run(EnvelopeSubject.self, [("pwrite64", 1, "EINTR"), ("fdatasync", 1, "ENOSPC")])
  }

  @Test func `whatever call of an attachment fails, a row has its bytes and nothing else stays`()
    async throws
  {
    try await run(
      AttachmentSubject.self, [("openat", 1, "EMFILE"), ("fsync", 1, "EIO"), ("rename", 1, "EIO")])
  }

  private func run<Subject: FaultSubject>(
    _ kind: Subject.Type, _ few: [(String, Int, String)]
  ) async throws {
    var run = try await FaultRun<Subject>()
    let known = try await run.cases()
    let chosen =
      FaultTable.path == nil
      ? few.map { FaultRun<Subject>.Case(call: $0.0, number: $0.1, error: $0.2) } : known
    for one in chosen {
      #expect(known.contains(one), "\(one) is no call of it any more")
      #expect(try await run.run(one), "\(one) was not made to fail")
    }
    try FaultTable.append(run.table)
    await run.end()
  }
}

/// Where `script/faults` collects what happened.
enum FaultTable {
  static let path = ProcessInfo.processInfo.environment["GROVE_FAULTS_TABLE"]

  static func append(_ lines: [String]) throws {
    guard let path else { return }
    let before = FileManager.default.contents(atPath: path) ?? Data()
    let text = lines.map { $0 + "\n" }.joined()
    try (before + Data(text.utf8)).write(to: URL(fileURLWithPath: path))
  }
}
