import Testing

@testable import GroveServing

struct ConnectionLedgerTests {
  /// A ledger with a clock and the connections' activity.
  private struct World {
    var ledger: ConnectionLedger
    var active: [UInt64: UInt64] = [:]
    var now: UInt64 = 0

    init(_ limits: ConnectionLimits) { ledger = ConnectionLedger(limits: limits) }

    mutating func arrive(_ id: UInt64, from text: String? = nil) throws -> ConnectionLedger.Arrival
    {
      now += 1
      active[id] = now
      let network = text.flatMap { NetworkAddress($0)?.limitKey }
      return ledger.arrive(id, from: network, at: now) { [active] in active[$0] ?? 0 }
    }

    mutating func act(_ id: UInt64) {
      now += 1
      active[id] = now
    }
  }

  private static func limits(
    _ total: Int, perAddress: Int = 1000, perAccount: Int = 1000
  ) -> ConnectionLimits {
    var limits = ConnectionLimits(total: total)
    limits.perAddress = perAddress
    limits.perAccount = perAccount
    return limits
  }

  @Test func `while there is room everybody is taken in`() throws {
    var world = World(Self.limits(100))
    for id in 1...75 { #expect(try world.arrive(UInt64(id)) == .accepted) }
    #expect(world.ledger.count == 75)
  }

  @Test func `the idlest without a credential is closed for a newcomer`() throws {
    var world = World(Self.limits(16))
    for id in 1...12 { _ = try world.arrive(UInt64(id)) }
    world.act(1)
    world.act(2)
    #expect(try world.arrive(13) == .closing(3))
    world.act(4)
    world.ledger.leave(5)
    world.ledger.recognise(6, as: "alice")
    #expect(try world.arrive(14) == .accepted)
    #expect(try world.arrive(15) == .accepted)
    #expect(try world.arrive(16) == .closing(7))
    world.act(1)
    #expect(try world.arrive(17) == .closing(8))
  }

  @Test(arguments: 1...20)
  func `whoever is closed was less active than everybody who stays`(seed: UInt64) throws {
    var generator = Seeded(state: seed)
    var world = World(Self.limits(40, perAddress: 9))
    var network: [UInt64: Int] = [:]
    for id in 1...800 as ClosedRange<UInt64> {
      for _ in 0..<3 {
        guard let other = network.keys.sorted().randomElement(using: &generator) else { break }
        world.act(other)
      }
      let own = Int.random(in: 0..<6, using: &generator)
      let before = network.filter { $0.value == own }
      let arrival = try world.arrive(id, from: "10.0.0.\(own)")
      network[id] = own
      guard case .closing(let victim) = arrival else { continue }
      let rivals = before.count >= 9 ? before : network.filter { $0.key != id }
      let idlest = rivals.keys.min { world.active[$0] ?? 0 < world.active[$1] ?? 0 }
      #expect(victim == idlest)
      network[victim] = nil
    }
    #expect(world.ledger.count == network.count && world.ledger.count <= 30)
  }

  @Test func `one address closes its own, and nobody else's`() throws {
    var world = World(Self.limits(1000, perAddress: 3))
    for id in 1...3 { _ = try world.arrive(UInt64(id), from: "192.0.2.1") }
    _ = try world.arrive(4, from: "192.0.2.2")
    #expect(try world.arrive(5, from: "192.0.2.1") == .closing(1))
    #expect(try world.arrive(6, from: "::ffff:192.0.2.1") == .closing(2))
    #expect(try world.arrive(7, from: "192.0.2.2") == .accepted)
  }

  @Test func `one network of IPv6 counts as one address`() throws {
    var world = World(Self.limits(1000, perAddress: 2))
    _ = try world.arrive(1, from: "2001:db8:0:1::1")
    _ = try world.arrive(2, from: "2001:db8:0:1:ffff::2")
    #expect(try world.arrive(3, from: "2001:db8:0:2::1") == .accepted)
    #expect(try world.arrive(4, from: "2001:db8:0:1::3") == .closing(1))
  }

  @Test func `a proxy's connections are not counted by address`() throws {
    var world = World(Self.limits(1000, perAddress: 2))
    for id in 1...500 { #expect(try world.arrive(UInt64(id)) == .accepted) }
    #expect(world.ledger.networkCount == 0)
  }

  @Test func `who has shown a credential is never closed for another`() throws {
    var world = World(Self.limits(40))
    for id in 1...30 as ClosedRange<UInt64> {
      _ = try world.arrive(id, from: "192.0.2.1")
      world.ledger.recognise(id, as: "account \(id)")
    }
    for id in 31...500 as ClosedRange<UInt64> {
      if case .closing(let victim) = try world.arrive(id) { #expect(victim > 30) }
    }
    #expect(world.ledger.count == 40 && world.ledger.strangerCount == 10)
  }

  @Test func `one account keeps so many connections and no more`() throws {
    var world = World(Self.limits(40, perAccount: 2))
    for id in 1...3 as ClosedRange<UInt64> {
      _ = try world.arrive(id)
      world.ledger.recognise(id, as: "alice")
    }
    #expect(world.ledger.strangerCount == 1)
    world.ledger.leave(1)
    _ = try world.arrive(4)
    world.ledger.recognise(4, as: "alice")
    #expect(world.ledger.strangerCount == 1)
  }

  @Test func `accounts cannot take every place`() throws {
    var world = World(Self.limits(80))
    for id in 1...200 as ClosedRange<UInt64> {
      let arrival = try world.arrive(id)
      #expect(arrival != .refused)
      world.ledger.recognise(id, as: "account \(id)")
    }
    #expect(world.ledger.count == 80 && world.ledger.strangerCount == 10)
  }

  @Test func `so many connections that are closed may still read why, and no more`() {
    var limits = ConnectionLimits(total: 16)
    limits.lingering = 2
    let table = ConnectionTable(limits: limits, proxies: .none)
    #expect((0..<4).map { _ in table.beginLingering() } == [true, true, false, false])
    table.endLingering()
    #expect(table.beginLingering() && !table.beginLingering())
    #expect(ConnectionLimits(total: 10_000).lingering == 128)
    #expect(ConnectionLimits(total: 400).lingering == 50)
  }

  @Test func `coming and going leaves nothing behind`() throws {
    var world = World(Self.limits(100))
    for id in 1...100_000 as ClosedRange<UInt64> {
      _ = try world.arrive(id, from: "10.0.\(id % 200).1")
      if id % 3 == 0 { world.ledger.recognise(id, as: "account \(id % 7)") }
      if id > 20 { world.ledger.leave(id - 20) }
    }
    for id in 99_900...100_000 as ClosedRange<UInt64> { world.ledger.leave(id) }
    #expect(world.ledger.count == 0 && world.ledger.strangerCount == 0)
    #expect(world.ledger.networkCount == 0 && world.ledger.remembered <= 100)
  }
}

/// xorshift64, so that a failing case repeats.
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
