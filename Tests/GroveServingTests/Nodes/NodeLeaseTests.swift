import Testing

@testable import GroveServing

/// The lease of a node as transcripts, without a clock or a database (decision 0033).
struct NodeLeaseTests {
  @Test func `a lease counts from before it was asked for and ends half a second early`() throws {
    let lease = try #require(NodeLease(askedAt: 10_000, now: 11_000))
    #expect(lease.goodUntil == 12_500)
    #expect(lease.lives(at: 12_499))
    #expect(!lease.lives(at: 12_500))
  }

  @Test func `a first answer that took longer than the lease is good for gives none`() {
    #expect(NodeLease(askedAt: 10_000, now: 12_499) != nil)
    #expect(NodeLease(askedAt: 10_000, now: 12_500) == nil)
  }

  @Test func `a renewal counts from before it was asked for`() throws {
    var lease = try #require(NodeLease(askedAt: 10_000, now: 10_010))
    let livesOn = lease.take(.renewed, askedAt: 11_000, now: 12_000)
    #expect(livesOn)
    #expect(lease.goodUntil == 13_500)
  }

  @Test func `an answer that comes when the lease is over is none`() throws {
    var lease = try #require(NodeLease(askedAt: 10_000, now: 10_010))
    let livesOn = lease.take(.renewed, askedAt: 11_000, now: 12_500)
    #expect(!livesOn)
    #expect(lease.goodUntil == 12_500)
  }

  @Test func `what is held back lives on for what it had`() throws {
    var lease = try #require(NodeLease(askedAt: 10_000, now: 10_010))
    let livesOn = lease.take(.held, askedAt: 11_000, now: 11_010)
    #expect(livesOn && lease.goodUntil == 12_500)
    let livesStill = lease.take(.held, askedAt: 12_600, now: 12_700)
    #expect(!livesStill)
  }

  @Test func `what the database takes for over is over`() throws {
    var lease = try #require(NodeLease(askedAt: 10_000, now: 10_010))
    let livesOn = lease.take(.over, askedAt: 10_500, now: 10_510)
    #expect(!livesOn)
  }

  @Test func `the database's lease never ends before the node's own`() throws {
    // It gives its length from when it answers, at the earliest when it was asked.
    for took in stride(from: UInt64(0), to: 4000, by: 100) {
      guard let lease = NodeLease(askedAt: 10_000, now: 10_000 + took) else { continue }
      #expect(lease.goodUntil + NodeLease.margin <= 10_000 + NodeLease.length)
    }
  }
}
