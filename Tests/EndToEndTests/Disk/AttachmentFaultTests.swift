import Foundation
import GroveWire
import Testing

/// Writing and closing an attachment's file: the calls that `strace` cannot choose.
@Suite(.serialized, .enabled(if: UnfinishedFileFault.isPossible), .timeLimit(.minutes(10)))
struct AttachmentFaultTests {
  @Test
  func `a write or a close of an attachment that fails is no attachment, an interrupted one is`()
    async throws
  {
    let fault = try UnfinishedFileFault()
    let servers = try GroveServers(prefix: fault.prefix)
    let subject = try await AttachmentSubject(
      at: servers.start(AttachmentSubject.role), servers: servers)
    // Making the file closes it, each piece is written and closed, and closing ends what was synchronised.
    let numbers = ["write": 1...1, "close": 1...3]
    var table: [String] = []
    for (call, numbers) in numbers.sorted(by: { $0.key > $1.key }) {
      for number in numbers {
        for (name, code) in [("EIO", EIO), ("ENOSPC", ENOSPC), ("EINTR", EINTR)] {
          let attempt = try await subject.attempt()
          try fault.order(call, number, code)
          let answer = try await attempt.ask()
          #expect(fault.wasMade, "\(call) \(number) \(name)")
          await servers.kill(AttachmentSubject.role)
          try await servers.start(AttachmentSubject.role)
          let found = try await attempt.count()
          let isDone = code == EINTR
          #expect(answer == (isDone ? .done : .refused(.unavailable)), "\(call) \(number) \(name)")
          #expect(found == (isDone ? 1 : 0), "\(call) \(number) \(name)")
          table.append(
            "| attachment | `\(call)` \(number) | \(name) | \(isDone ? "done" : "`unavailable`") | "
              + "\(found == 1 ? "there" : "not there") | – |")
        }
      }
    }
    await servers.end()
    try FaultTable.append(table)
  }
}

/// A shim in front of the C library, which fails the calls that it is told to.
struct UnfinishedFileFault {
  static let isPossible = FinishedProcess.succeeds(["cc", "--version"])

  private let folder: String
  private var orders: String { folder + "/order" }

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/grove-fault-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Faults/unfinished-file.c").path
    let isCompiled = FinishedProcess.succeeds([
      "cc", "-shared", "-fPIC", "-o", folder + "/fault.so", source, "-ldl", "-lpthread",
    ])
    try #require(isCompiled)
  }

  /// In front of a program's name: it then fails when it is told to.
  var prefix: [String] { ["env", "LD_PRELOAD=\(folder)/fault.so", "GROVE_FAULT=\(orders)"] }

  func order(_ call: String, _ number: Int, _ code: Int32) throws {
    try Data("\(call) \(number) \(code)".utf8).write(to: URL(filePath: orders))
  }

  var wasMade: Bool { FileManager.default.contents(atPath: orders) == Data("made".utf8) }
}
