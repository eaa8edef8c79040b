import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveTesting
import HTTPTypes
import Testing

@testable import CollaborationServer

/// What the server keeps in memory, or lets others keep for it, has an end (docs/LIMITS.md).
struct ServerMemoryTests {
  @Test func `of so many sessions it is remembered that they were used, of others the next use`() {
    let uses = SessionUseTimes(maximum: 2)
    for number in UInt8(1)...3 { uses.note(Self.session(number), at: 7) }
    uses.note(Self.session(1), at: 9)
    let taken = uses.take()
    #expect(taken == [[Self.session(1): 9, Self.session(2): 7]])
    uses.note(Self.session(3), at: 11)
    #expect(uses.take() == [[Self.session(3): 11]])
    #expect(uses.take().isEmpty)
  }

  private static func session(_ number: UInt8) -> SessionHash {
    SessionHash(unchecked: [UInt8](repeating: number, count: SessionHash.byteCount))
  }

  @Test func `so many notices are on their way, each once, and one that has ended makes room`()
    throws
  {
    let work = NoticesInFlight(limit: 2)
    let keys = try Self.keys(of: 3)
    #expect(keys.map(work.begin) == [true, true, false])
    #expect(!work.begin(keys[0]))
    work.end(keys[0])
    #expect(work.begin(keys[2]) && !work.begin(keys[0]))
  }

  private static func keys(of count: Int) throws -> [WaitingNotice.Key] {
    try (1...count).map { number in
      WaitingNotice(
        address: NoticeAddress(
          collaborationID: try CollaborationWorld.collaboration(1),
          root: CollaborationWorld.root(number), account: try CollaborationWorld.account("bob"),
          endpoint: try NoticeEndpoint("https://msg.example/relay/v1/push/1"),
          key: SigningKey().publicKey, secret: .zero, nextCounter: 1),
        action: NoticeAction(
          account: try CollaborationWorld.account("ann"), kind: .edit,
          actorRoot: CollaborationWorld.root(9), at: 5),
        noticeID: .zero, counter: 1, attempts: 0, dueAt: 1, expiresAt: 2
      ).key
    }
  }

  @Test func `a browser is a known device of four accounts, the one unused longest goes`() throws {
    let ann = try CollaborationWorld.account("ann")
    let password = PasswordRecord(salt: [1], cost: 1, blockSize: 1, parallelism: 1, hash: [2])
    let devices = (1...6).map { number in
      KnownDevice.issue(
        for: ann, password, random: [UInt8](repeating: number, count: 16),
        key: SecretBytes([UInt8](repeating: 7, count: 32)))
    }
    var kept: [String] = []
    for device in devices {
      let field = DeviceCookie.set(device, insteadOf: nil, shown: kept, isSecure: true)
      let headers: HTTPFields = [.cookie: String(field.value.prefix { $0 != ";" })]
      kept = DeviceCookie.shown(in: headers, isSecure: true)
    }
    #expect(kept == devices.suffix(4).reversed().map(\.text))
  }
}
