import Foundation
import GroveIdentity
import GroveWire
import Testing

/// Fails the system calls of one kind of request one at a time, each in a server that is killed
/// afterwards, started clean, and asked what it has.
struct FaultRun<Subject: FaultSubject> {
  /// One call that fails.
  struct Case: Hashable, Sendable {
    let call: String
    /// Which of the calls that one thread makes in the course of the request, from 1.
    let number: Int
    let error: String
  }

  private let servers: GroveServers
  private let subject: Subject
  private(set) var table: [String] = []

  init() async throws {
    servers = try GroveServers()
    subject = try await Subject(at: servers.start(Subject.role), servers: servers)
    _ = try await subject.attempt().ask()
  }

  func end() async { await servers.end() }

  /// Every call the request makes, with every error it can be answered with.
  func cases() async throws -> [Case] {
    let attempt = try await subject.attempt()
    let watch = try await fault(Subject.calls, nil, nil)
    #expect(try await attempt.ask() == .done)
    watch.end()
    var perThread: [String: [Substring: Int]] = [:]
    for line in watch.calls {
      let parts = line.split(separator: " ", omittingEmptySubsequences: true)
      guard parts.count > 1, let call = parts[1].split(separator: "(").first else { continue }
      perThread[String(call), default: [:]][parts[0], default: 0] += 1
    }
    return perThread.sorted { $0.key < $1.key }.flatMap { call, threads in
      (1...(threads.values.max() ?? 1)).flatMap { number in
        Self.errors(of: call).map { Case(call: call, number: number, error: $0) }
      }
    }
  }

  private static func errors(of call: String) -> [String] {
    switch call {
    case "openat": ["EIO", "ENOSPC", "EMFILE", "EINTR"]
    case "rename": ["EIO", "ENOSPC"]
    default: ["EIO", "ENOSPC", "EINTR"]
    }
  }

  /// Tries it until the call is made: now and then a transaction writes a page less than another.
  /// - Returns: whether the call was made at all, and so failed.
  mutating func run(_ one: Case) async throws -> Bool {
    for _ in 0..<4 {
      if try await runOnce(one) { return true }
      table.removeLast()
    }
    return try await runOnce(one)
  }

  private mutating func runOnce(_ one: Case) async throws -> Bool {
    let attempt = try await subject.attempt()
    let fault = try await fault(one.call, one.error, one.number)
    let answer = try await attempt.ask()
    fault.end()
    await servers.kill(Subject.role)
    try await servers.start(Subject.role)
    let found = try await attempt.count()
    let place = "\(Subject.name) \(one.call) \(one.number) \(one.error): \(answer), found \(found)"
    switch answer {
    case .done: #expect(found == 1, "\(place)")
    case .refused(.outcomeUnknown), .nothing: #expect(found == 0 || found == 1, "\(place)")
    case .refused(let code):
      #expect(found == 0 && code == .unavailable, "\(place)")
    }
    if Subject.isNamed {
      #expect(try await attempt.ask() == .done, "\(place)")
      #expect(try await attempt.count() == 1, "\(place)")
    }
    table.append(Self.row(one, answer, found, isInjected: fault.injected > 0))
    return fault.injected > 0
  }

  private func fault(_ calls: String, _ error: String?, _ number: Int?) async throws
    -> InjectedFault
  {
    let process = try #require(await servers.processID(Subject.role))
    return try InjectedFault(
      calls, error, number: number, on: Subject.files.map { servers.data + "/" + $0 },
      in: process)
  }

  private static func row(
    _ one: Case, _ answer: PlainCaller.Answer, _ found: Int, isInjected: Bool
  ) -> String {
    let said =
      switch answer {
      case .done: "done"
      case .refused(let code): "`\(code.rawValue)`"
      case .nothing: "no answer"
      }
    return "| \(Subject.name) | `\(one.call)` \(one.number) | \(one.error) | "
      + (isInjected ? said : "(not made) " + said) + " | \(found == 1 ? "there" : "not there") | "
      + (Subject.isNamed ? "there, once" : "–") + " |"
  }
}
