import Foundation
import GroveClient
import GroveIdentity
import GroveMessage
import GroveTesting
import GroveWire
import RelayDomain
import Testing

/// Backups of real servers under load, and what comes back from them.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct BackupTests {
  @Test
  func
    `a backup under 64 writers holds every write acknowledged before its moment, and nothing half`()
    async throws
  {
    let servers = try GroveServers()
    let ledger = try await DocumentLedger(at: try await servers.start(.collaboration))
    let pair = try await RelayPair(at: try await servers.start(.relay))
    let acknowledged = Acknowledgements()
    let backup = servers.folder + "/backup"
    let made = try await withThrowingTaskGroup(of: FinishedProcess?.self) { group in
      for turn in 0..<64 {
        group.addTask { () async throws -> FinishedProcess? in
          await write(turn, ledger, pair, acknowledged)
          return nil
        }
      }
      group.addTask {
        while acknowledged.count < 200 { try await Task.sleep(for: .milliseconds(5)) }
        defer { acknowledged.stop() }
        return try FinishedProcess(
          [try GroveServers.executable(), "backup", backup, "--data", servers.data, "--json"])
      }
      return try await group.reduce(nil) { $0 ?? $1 }
    }
    let end = try #require(made)
    try #require(end.status == 0, "\(end.text)")
    let moment = try JSONDecoder().decode(Moment.self, from: Data(end.text.utf8))
    let before = acknowledged.before(try #require(UInt64(moment.moment)))
    #expect(before.count >= 200)
    #expect(try grove("verify-backup", backup).status == 0)
    // The machine is gone.
    for role in [GroveServers.Role.relay, .collaboration] { await servers.kill(role) }
    try FileManager.default.removeItem(atPath: servers.data)
    #expect(try grove("restore", backup, "--data", servers.data).status == 0)
    try await servers.start(.collaboration)
    try await servers.start(.relay)
    let (updates, envelopes) = try await found(ledger, pair)
    for name in before {
      switch name {
      case .update(let id): #expect(updates[id] == 1)
      case .envelope(let id): #expect(envelopes[id] == 1)
      case .attachment(let id):
        #expect(try await pair.ann.attachment(id).count == 40_000)
      }
    }
    #expect(updates.values.allSatisfy { $0 == 1 } && envelopes.values.allSatisfy { $0 == 1 })
    // And people go on.
    #expect(try await ledger.append(DocumentLedger.update()) == .done)
    await servers.end()
  }

  @Test func `a backup that was changed, or lacks something, is not restored`() async throws {
    let servers = try GroveServers()
    _ = try await DocumentLedger(at: try await servers.start(.collaboration))
    let backup = servers.folder + "/backup"
    #expect(try grove("backup", backup, "--data", servers.data).status == 0)
    // A second one does not take its place.
    #expect(try grove("backup", backup, "--data", servers.data).status == 1)
    await servers.kill(.collaboration)
    let database = backup + "/collaboration.sqlite"
    var bytes = try #require(FileManager.default.contents(atPath: database))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(fileURLWithPath: database))
    let target = servers.folder + "/restored"
    let verified = try grove("verify-backup", backup)
    #expect(verified.status == 1 && verified.text.contains("collaboration.sqlite has changed"))
    #expect(try grove("restore", backup, "--data", target).status == 1)
    #expect(!FileManager.default.fileExists(atPath: target + "/collaboration.sqlite"))
    try FileManager.default.removeItem(atPath: database)
    #expect(try grove("verify-backup", backup).text.contains("collaboration.sqlite is missing"))
    await servers.end()
  }

  @Test func `a backup is not restored over data, nor under a server that runs`() async throws {
    let servers = try GroveServers()
    _ = try await DocumentLedger(at: try await servers.start(.collaboration))
    let backup = servers.folder + "/backup"
    #expect(try grove("backup", backup, "--data", servers.data).status == 0)
    let running = try grove("restore", backup, "--data", servers.data)
    #expect(running.status == 1 && running.text.contains("is running"))
    await servers.kill(.collaboration)
    let taken = try grove("restore", backup, "--data", servers.data)
    #expect(taken.status == 1 && taken.text.contains("move it away"))
    await servers.end()
  }

  private struct Moment: Codable { var moment: String }

  private func grove(_ arguments: String...) throws -> FinishedProcess {
    try FinishedProcess([try GroveServers.executable()] + arguments, within: 120)
  }

  /// Writes and notes what is acknowledged; what is refused, for a limit of rates, is tried anew.
  private func write(
    _ turn: Int, _ ledger: DocumentLedger, _ pair: RelayPair, _ acknowledged: Acknowledgements
  ) async {
    while !acknowledged.isStopped {
      if let name = try? await writeOne(turn, ledger, pair) { acknowledged.note(name) }
      try? await Task.sleep(for: .milliseconds(turn % 8 == 0 ? 300 : 20))
    }
  }

  private func writeOne(_ turn: Int, _ ledger: DocumentLedger, _ pair: RelayPair) async throws
    -> Acknowledgements.Name
  {
    switch turn % 8 {
    case 0:
      let file = try await pair.ann.storeAttachment([UInt8](repeating: 1, count: 40_000))
      return .attachment(file.attachmentID)
    case 1...3:
      let message = MessageID.random()
      _ = try await pair.ann.upload(
        [RelayWorld.envelope(message, to: pair.benAddress, bytes: 500)])
      return .envelope(message)
    default:
      let update = DocumentLedger.update(bytes: 300)
      _ = try await ledger.client.appendUpdate(update, to: ledger.documentID)
      return .update(update.updateID)
    }
  }

  private func found(_ ledger: DocumentLedger, _ pair: RelayPair) async throws
    -> ([RequestID: Int], [MessageID: Int])
  {
    var (envelopes, after) = ([MessageID: Int](), UInt64(0))
    while true {
      let page = try await pair.ben.mailbox(after: after, limit: 500)
      for event in page.events {
        guard let bytes = event.envelope?.bytes else { continue }
        envelopes[try Envelope(encoded: bytes).header.messageID, default: 0] += 1
      }
      guard page.more, let last = page.events.last else { break }
      after = last.sequence.value
    }
    return (try await ledger.stored(), envelopes)
  }
}
