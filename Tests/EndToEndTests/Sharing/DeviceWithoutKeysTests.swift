import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import Synchronization
import Testing

@testable import Messenger

/// A clock that stands still. Waiting takes its time, until it is only to be written down: then it takes none, and the
/// sixth time it is called off.
private final class WatchedClock: Clock {
  let now = ContinuousClock.now
  let minimumResolution = Duration.zero
  private let written = Mutex<[Duration]?>(nil)

  var waits: [Duration] { written.withLock { $0 ?? [] } }

  func write() { written.withLock { $0 = [] } }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    let wait = now.duration(to: deadline)
    let count = written.withLock { written in
      written?.append(wait)
      return written?.count
    }
    guard let count else { return try await Task.sleep(for: wait) }
    if count == 6 { throw CancellationError() }
  }
}

/// A device that the account's list has and that cannot be written to yet (protocol 12.2).
@Suite(.timeLimit(.minutes(3))) struct DeviceWithoutKeysTests {
  @Test
  func
    `a device without keys is looked at again after half a second, one, two and four, and then every fifteen`()
    async throws
  {
    try await SharingWorld.running { world in
      let (clock, network) = (WatchedClock(), LyingTransport())
      let phone = try await Self.invited(world, clock, network)
      // Of this device itself it asks for none.
      network.tell(LyingTransport.about(phone.accountID) { $0.kemKeys = [] })
      let tablet = try await MessengerDevice.link(to: phone, at: world.relay)
      #expect(try await !phone.tellOwnDevices())
      clock.write()
      await #expect(throws: MessengerError(.cancelled)) { try await phone.ownDevicesLoop() }
      #expect(
        clock.waits == [
          .milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(15), .seconds(15),
        ])
      // It was waited for its keys, and for nothing else.
      network.tell(nil)
      #expect(try await phone.tellOwnDevices())
      try await phone.sync()
      try await tablet.sync()
      #expect(try await tablet.awaitedDocuments().map(\.title) == ["Soup"])
    }
  }

  /// Bob's phone, where Alice has shared a recipe with him.
  private static func invited(
    _ world: SharingWorld, _ clock: WatchedClock, _ network: LyingTransport
  ) async throws -> Messenger {
    var environment = MessengerDevice.environment()
    environment.clock = clock
    environment.transport = network
    let phone = try await MessengerDevice.signUp("bob", at: world.relay, environment: environment)
    let alice = try await world.person("alice")
    let conversation = try await alice.messenger.createConversation(members: ["bob"])
    _ = try await alice.share(try await alice.document("Soup"), in: conversation)
    try await phone.sync()
    return phone
  }
}
