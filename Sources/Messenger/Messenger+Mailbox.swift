import GroveClient
import GroveSystem
import GroveWire
import MessengerDomain

extension Messenger {
  /// Reads the mailbox to its end.
  func drain(_ report: inout SyncReport) async throws(MessengerError) {
    await receiving.acquire()
    defer { receiving.release() }
    var more = true
    while more {
      let position = try await mailboxPosition()
      let page: MailboxPage
      do {
        page = try await ask { relay throws(ClientError) in
          try await relay.mailbox(after: position, limit: 200)
        }
      } catch  where error.problem == .positionUnknown && position > 0 {
        // The relay was restored from an older copy. What it delivers again was seen before.
        try await write { _ in [.set(.mailboxPosition, 0)] }
        acknowledged = 0
        continue
      }
      for event in page.events { try await take(event) }
      report.received += page.events.count
      more = page.more && !page.events.isEmpty
      try await acknowledge()
    }
    let now = now
    try await write { _ in [.set(.drainedAt, now)] }
  }

  /// Tells the relay what it may forget: only what is stored here.
  func acknowledge() async throws(MessengerError) {
    let position = try await mailboxPosition()
    guard position > acknowledged else { return }
    do {
      try await ask { relay throws(ClientError) in try await relay.acknowledge(upTo: position) }
    } catch  where error.problem == .positionUnknown {
      // From before the relay was restored: there is nothing to forget.
    }
    acknowledged = position
  }

  func mailboxPosition() async throws(MessengerError) -> UInt64 {
    try await look { try $0.counter(.mailboxPosition) } ?? 0
  }
}
