import NIOCore
import Synchronization

/// One client's connection, as the requests on it know it.
package final class ServedConnection: Sendable {
  /// The connection that the present task serves.
  @TaskLocal static var current: ServedConnection?

  let id: UInt64
  private let channel: any Channel
  private let table: ConnectionTable
  private let activeAt: Atomic<UInt64>
  private let isRecognised = Atomic<Bool>(false)
  private let isGivenUp = Atomic<Bool>(false)

  init(id: UInt64, channel: any Channel, table: ConnectionTable, now: UInt64) {
    self.id = id
    self.channel = channel
    self.table = table
    activeAt = Atomic(now)
  }

  /// When a request on it last began or was answered, in milliseconds.
  var lastActive: UInt64 { activeAt.load(ordering: .relaxed) }

  func touch(at now: UInt64) { activeAt.store(now, ordering: .relaxed) }

  /// A valid credential was shown: the connection is kept for that account. The first counts.
  package func recognise(as account: @autoclosure () -> String) {
    guard !isRecognised.load(ordering: .relaxed) else { return }
    isRecognised.store(true, ordering: .relaxed)
    table.recognise(id, as: account())
  }

  /// Its place is needed.
  func giveUp() {
    isGivenUp.store(true, ordering: .releasing)
    let channel = channel
    channel.eventLoop.execute {
      channel.pipeline.fireUserInboundEventTriggered(ConnectionEvicted())
    }
  }

  /// Whether its place was needed before it was set up.
  var mustGo: Bool { isGivenUp.load(ordering: .acquiring) }

  func beginLingering() -> Bool { table.beginLingering() }
  func endLingering() { table.endLingering() }
}

/// Told to a connection that is closed for another.
struct ConnectionEvicted: Sendable {}
