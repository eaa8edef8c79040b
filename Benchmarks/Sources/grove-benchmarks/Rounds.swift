import GroveIdentity

/// Short rounds, the sizes taking turns, so that whatever else the machine does meets all alike.
enum Rounds {
  private static let rounds = 40
  private static let alone = 16
  private static let together = 64

  /// People needed for all rounds: nobody proves twice.
  static let provers = rounds * (alone + together)

  private static let clock = ContinuousClock()

  static func proofToGrant(_ worlds: [World], now: UInt64) async throws {
    let cases = try worlds.map { try ProofToGrant(world: $0, now: now) }
    let posted = try cases.map { try $0.posted() }
    var verified = Measurement("verification alone", operations: alone)
    var one = worlds.map { Measurement("\($0.size) identities", operations: alone) }
    var many = worlds.map { Measurement("\($0.size) identities", operations: together) }
    for round in 0..<rounds {
      for index in cases.indices {
        let begin = round * (alone + together)
        let middle = begin + alone
        let first = Array(posted[index][begin..<middle])
        let second = Array(posted[index][middle..<(middle + together)])
        verified.add(try clock.measure { for each in first { _ = try cases[index].verify(each) } })
        one[index].add(
          try await clock.measure { for each in first { try await cases[index].grant(each) } })
        many[index].add(try await clock.measure { try await cases[index].grantTogether(second) })
      }
    }
    Table.print("proof verified, nothing stored (one core)", [verified])
    Table.print("proof → grant, one after the other, each durable before the next", one)
    Table.print("proof → grant, \(together) requests waiting together", many)
  }

  static func accessChecks(_ worlds: [World]) async throws {
    let cases = worlds.map { AccessCheck(world: $0) }
    var measurements = worlds.map { Measurement("\($0.size) identities", operations: together) }
    for round in 0..<rounds {
      for index in cases.indices {
        let people = Array(cases[index].people((round + 1) * together).suffix(together))
        measurements[index].add(try await clock.measure { try await cases[index].check(people) })
      }
    }
    Table.print("access looked up, one after the other", measurements)
  }

  static func addingParticipants(_ worlds: [World], now: UInt64) async throws {
    let cases = worlds.map { AddingParticipants(world: $0, now: now) }
    let count = AddingParticipants.count
    var added = worlds.map { Measurement("into \($0.size) identities", operations: count) }
    var derived = Measurement("roots for people with two devices", operations: count)
    let bases = (0..<count).map { _ in (0..<2).map { _ in DiversificationBaseKey().publicKey } }
    var generator = SeededGenerator(seed: 1000)
    let recipients = (0..<count).map { _ in AccountID(unchecked: generator.bytes(32)) }
    for _ in 0..<7 {
      var roots: [RootHash] = []
      derived.add(
        try clock.measure {
          roots = try AddingParticipants.derive(bases: bases, recipients: recipients)
        })
      for index in cases.indices {
        let fresh = roots
        added[index].add(try await clock.measure { try await cases[index].add(fresh) })
        try await cases[index].remove(fresh)
      }
    }
    Table.print("\(count) participants: the sender derives their identities (one core)", [derived])
    Table.print("\(count) participants: the server adds them in one durable request", added)
  }
}
