import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire

/// Where two devices leave messages for each other while one is linked (protocol 3.8). Anyone at the
/// relay may write there, so what does not fit is passed over.
struct Rendezvous: Sendable {
  private let relay: RelayClient
  private let id: RendezvousID
  /// Milliseconds since 1970.
  private let deadline: UInt64
  private let environment: MessengerEnvironment
  private var index = 0
  private var waiting: [RendezvousMessage] = []

  init(
    _ relay: RelayClient, _ id: RendezvousID, until deadline: UInt64,
    _ environment: MessengerEnvironment
  ) {
    self.relay = relay
    self.id = id
    self.deadline = deadline
    self.environment = environment
  }

  func leave(_ message: DeviceLinkMessage) async throws(MessengerError) {
    do {
      try await relay.leave(try message.encodedData(), atRendezvous: id.base64url)
    } catch {
      throw Messenger.translated(error)
    }
  }

  /// Waits for the first message that `read` makes something of.
  /// - Throws: `linkTimedOut`, `relayUnreachable`, ….
  mutating func next<Value: Sendable>(_ read: (DeviceLinkMessage) -> Value?)
    async throws(MessengerError) -> Value
  {
    while true {
      while !waiting.isEmpty {
        let data = waiting.removeFirst().data.bytes
        if let message = try? DeviceLinkMessage(data: data), let value = read(message) {
          return value
        }
      }
      guard environment.now() < deadline else { throw MessengerError(.linkTimedOut) }
      try await fetch()
    }
  }

  private mutating func fetch() async throws(MessengerError) {
    do {
      // At least a second: asking with none, over and over, would be refused as too often.
      let now = environment.now()
      let remaining = deadline > now ? Int((deadline - now) / 1000) : 0
      let answer = try await relay.rendezvous(
        id.base64url, from: index, wait: min(20, max(1, remaining)))
      index = answer.next
      waiting = answer.messages
    } catch  where error.problemCode == .notFound {
      // Nobody has been there yet.
      do {
        try await environment.clock.sleep(for: .milliseconds(500))
      } catch {
        throw MessengerError(.cancelled)
      }
    } catch {
      throw MessengerError(error)
    }
  }
}
