import Foundation
import GroveClient
import GroveIdentity
import GroveWire
import Testing

/// A disk that does not keep what it is given, under the real program (decision 0023).
@Suite(.serialized, .enabled(if: InjectedFault.isPossible), .timeLimit(.minutes(5)))
struct FailedSyncTests {
  private static let syncs = "fsync,fdatasync"

  @Test
  func `after a failed commit the answer is unknown, then nothing is tried until a probe decides`()
    async throws
  {
    let servers = try GroveServers()
    let ledger = try await DocumentLedger(at: try await servers.start(.collaboration))
    let before = DocumentLedger.update()
    #expect(try await ledger.append(before) == .done)
    let fault = try InjectedFault(
      Self.syncs, "EIO", in: try #require(await servers.processID(.collaboration)))
    let (doubtful, later) = (DocumentLedger.update(), DocumentLedger.update())
    #expect(try await ledger.append(doubtful) == .refused(.outcomeUnknown))
    #expect(try await ledger.append(later) == .refused(.unavailable))
    #expect(await ledger.plain.isReady() == false)
    #expect(try await ledger.stored() == [before.updateID: 1])
    fault.end()
    #expect(fault.injected > 0)
    let lines = servers.log(.collaboration).filter { $0.contains("The disk refuses") }
    #expect(lines.contains { $0.contains("kind=failed_sync") && $0.contains("sqlite=1034") })
    #expect(try await ledger.plain.becomesReady())
    // The probe has decided: it did not happen, now and after the next start.
    #expect(try await ledger.stored() == [before.updateID: 1])
    await servers.kill(.collaboration)
    try await servers.start(.collaboration)
    #expect(try await ledger.stored() == [before.updateID: 1])
    #expect(try await ledger.append(doubtful) == .done)
    #expect(try await ledger.append(doubtful) == .done)
    #expect(try await ledger.stored() == [before.updateID: 1, doubtful.updateID: 1])
    await servers.end()
  }

  @Test func `a process that ends in doubt is decided by the next start, and asking again is safe`()
    async throws
  {
    let servers = try GroveServers()
    let ledger = try await DocumentLedger(at: try await servers.start(.collaboration))
    let fault = try InjectedFault(
      Self.syncs, "EIO", in: try #require(await servers.processID(.collaboration)))
    let doubtful = DocumentLedger.update()
    #expect(try await ledger.append(doubtful) == .refused(.outcomeUnknown))
    await servers.kill(.collaboration)
    fault.end()
    try await servers.start(.collaboration)
    let found = try await ledger.stored()
    #expect(found.isEmpty || found == [doubtful.updateID: 1])
    #expect(try await ledger.append(doubtful) == .done)
    #expect(try await ledger.stored() == [doubtful.updateID: 1])
    await servers.end()
  }

  @Test func `a client asks again by itself and its update is there once`() async throws {
    let servers = try GroveServers()
    let ledger = try await DocumentLedger(at: try await servers.start(.collaboration))
    let fault = try InjectedFault(
      Self.syncs, "EIO", in: try #require(await servers.processID(.collaboration)))
    let update = DocumentLedger.update()
    async let answer = ledger.client.appendUpdate(update, to: ledger.documentID)
    try await Task.sleep(for: .seconds(1))
    fault.end()
    #expect(fault.injected > 0)
    #expect(try await answer.sequence.value > 0)
    #expect(try await ledger.stored() == [update.updateID: 1])
    await servers.end()
  }
}
