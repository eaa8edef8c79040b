import Foundation
import GroveIdentity
import GroveWire
import Testing

/// Invariant 2 by the clock: who holds a link and has no access cannot tell from how long an answer
/// takes whether there is anything behind it. Measured over a real socket against a real process, what
/// exists and what does not asked in turn and in random order, so that a busy machine hurts both alike.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct StrangerTimingTests {
  /// Of the best guess by a threshold; 0.5 is a coin.
  private static let bound = 0.55
  /// Pairs are added to those before, so that going on makes the verdict sharper, never easier.
  private static let rounds = 8

  @Test(arguments: StrangerQuestion.allCases)
  func `a stranger cannot tell by the clock what exists`(question: StrangerQuestion) async throws {
    let server = try await TimedServer()
    let samples: TimingSamples
    do {
      samples = try Self.samples(question, server)
    } catch {
      await server.end()
      throw error
    }
    await server.end()
    print("timing: \(question): \(samples.summary)")
    #expect(samples.distinguishability <= Self.bound, "\(question): \(samples.summary)")
  }

  private static func samples(_ question: StrangerQuestion, _ server: TimedServer) throws
    -> TimingSamples
  {
    let connection = try TimedConnection(port: server.port)
    var asker = Asker(question: question, server: server)
    for _ in 0..<30 { _ = try asker.askPair(connection) }
    var samples = TimingSamples()
    for round in 0..<rounds {
      for _ in 0..<question.pairsInRound {
        let pair = try asker.askPair(connection)
        samples.add(existing: pair.existing, unknown: pair.unknown)
      }
      if round > 0, samples.distinguishability <= bound { break }
    }
    return samples
  }
}

/// Asks the same about what exists and about what does not.
private struct Asker {
  let question: StrangerQuestion
  let server: TimedServer
  private var pairs = 0
  private var unknown = ""

  init(question: StrangerQuestion, server: TimedServer) {
    self.question = question
    self.server = server
  }

  mutating func askPair(_ connection: borrowing TimedConnection) throws -> (
    existing: UInt64, unknown: UInt64
  ) {
    // Accounts may knock ten times in quick succession; so each asks five pairs.
    if pairs % 5 == 0 { unknown = RequestID.random().base64url }
    let account = "\(question)-\(pairs / 5)"
    pairs += 1
    if Bool.random() {
      let existing = try ask(existing, as: account, connection)
      return (existing, try ask(unknown, as: account, connection))
    }
    let first = try ask(unknown, as: account, connection)
    return (try ask(existing, as: account, connection), first)
  }

  private var existing: String {
    switch question {
    case .document, .documentEvents: server.sharedDocument
    case .knockWhereItHasEnded, .challengeWhereItHasEnded: server.ended.text
    default: server.shared.text
    }
  }

  private func ask(
    _ id: String, as account: String, _ connection: borrowing TimedConnection
  ) throws -> UInt64 {
    var challenge: [UInt8] = []
    if question == .prove {
      let path = StrangerQuestion.path(CollaborationRoutes.challenge.description, id)
      let answer = try connection.send(server.bytes("POST", path, as: account, nil))
      challenge = try StrictJSON.decode(ChallengeIssued.self, from: answer.body).challenge.bytes
    }
    let request = try question.request(
      about: id, as: account, at: server.origin, challenge: challenge)
    let answer = try connection.send(
      server.bytes(request.method, request.path, as: account, request.body))
    #expect(answer.status == question.status, "\(String(decoding: answer.body, as: UTF8.self))")
    return answer.nanoseconds
  }
}
