import GroveServing
import GroveWire
import NIOCore
import RelayDomain
import ServiceLifecycle

/// Entries that a mailbox's streams wait for, encoded and framed once.
struct MailboxNews: StreamNews {
  let after: UInt64
  let position: UInt64
  let now: UInt64
  let bytes: ByteBuffer

  func piece(for place: StreamPlace) -> StreamPiece {
    guard place.isGood(at: now) else { return .look }
    guard place.position < position else { return .nothing }
    guard place.position == after else { return .look }
    var next = place
    next.position = position
    return .bytes(bytes, next)
  }

  /// Both were read from where the mailbox's stream stands: the later has what the earlier has.
  func joined(with next: any StreamNews) -> (any StreamNews)? {
    guard let next = next as? Self, next.after == after, next.position >= position else {
      return nil
    }
    return next
  }
}

/// Reads what has come for mailboxes that are streamed, many in one snapshot, and tells it to their streams
/// (`LiveStreams.tell`, decision 0031): a message to a large conversation would else wake a task for each device, which asks
/// for the snapshot alone.
struct MailboxTailService: Service {
  /// Mailboxes that are read in one snapshot.
  private static let atOnce = 64
  /// More than this the stream reads itself, as its reader takes it.
  private static let maximumEntries = 32
  private static let maximumBytes = 32_768

  let relay: Relay

  func run() async throws {
    let arrivals = relay.arrivals
    arrivals.setServed(true)
    await cancelWhenGracefulShutdown {
      for await _ in arrivals.calls {
        let changed = Array(arrivals.takeChanged())
        for start in stride(from: 0, to: changed.count, by: Self.atOnce) {
          await tell(changed[start...].prefix(Self.atOnce))
        }
      }
    }
    arrivals.setServed(false)
    for address in arrivals.takeChanged() { relay.live.wake(group: address.streamGroup) }
  }

  private func tell(_ mailboxes: ArraySlice<DeviceAddress>) async {
    let live = relay.live
    var waiting: [(DeviceAddress, UInt64)] = []
    for address in mailboxes {
      if let place = live.place(of: address.streamGroup) {
        waiting.append((address, place.position))
      } else {
        live.wake(group: address.streamGroup)
      }
    }
    guard !waiting.isEmpty else { return }
    let now = relay.now()
    do {
      let news = try await relay.store.read { [waiting] reader in
        try waiting.map { try Self.news(in: $0, after: $1, now, reader) }
      }
      for ((address, _), news) in zip(waiting, news) {
        if let news {
          live.tell(group: address.streamGroup, news)
        } else {
          live.wake(group: address.streamGroup)
        }
      }
    } catch {
      for (address, _) in waiting { live.wake(group: address.streamGroup) }
    }
  }

  private static func news(
    in mailbox: DeviceAddress, after position: UInt64, _ now: UInt64, _ reader: any RelayReader
  ) throws -> MailboxNews? {
    let tail = try RelayRules.tail(
      of: mailbox, after: position, limit: maximumEntries, bytes: maximumBytes, now: now, in: reader
    )
    guard let tail else { return nil }
    var bytes: [UInt8] = []
    for entry in tail.entries { bytes += try MailboxEventText.event(entry) }
    return MailboxNews(
      after: position, position: tail.position, now: now, bytes: TransferChunk.framed(bytes))
  }
}
