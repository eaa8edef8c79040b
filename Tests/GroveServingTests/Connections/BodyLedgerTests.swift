import GroveWire
import Testing

@testable import GroveServing

struct BodyLedgerTests {
  private func ledger() -> BodyLedger {
    BodyLedger(shares: BodyLimits.Shares(total: 100, perAccount: 20, perAddress: 50))
  }

  private func owner(_ account: String?, _ address: String = "a") -> BodyOwner {
    BodyOwner(account: account, address: address)
  }

  @Test func `an account, an address and all together each have their share`() {
    var ledger = ledger()
    #expect(ledger.take(20, for: owner("ann")) == nil)
    #expect(ledger.take(1, for: owner("ann", "b"))?.code == .rateLimited)
    #expect(ledger.take(20, for: owner("bob")) == nil)
    #expect(ledger.take(11, for: owner("cem"))?.code == .rateLimited)
    for number in 0..<3 {
      #expect(ledger.take(20, for: owner("other \(number)", "b\(number)")) == nil)
    }
    #expect(ledger.take(1, for: owner("last", "c"))?.code == .unavailable)
    #expect(ledger.total == 100)
  }

  @Test func `who has not signed in takes a quarter at most`() {
    var ledger = ledger()
    #expect(ledger.take(25, for: owner(nil)) == nil)
    #expect(ledger.take(1, for: owner(nil, "b"))?.code == .rateLimited)
    #expect(ledger.take(20, for: owner("ann", "b")) == nil)
  }

  @Test func `what is given back can be taken again, and no name stays`() {
    var ledger = ledger()
    for round in 0..<1000 {
      let owner = owner("ann \(round)", "\(round)")
      #expect(ledger.take(20, for: owner) == nil)
      ledger.give(20, of: owner)
    }
    #expect(ledger.total == 0 && ledger.nameCount == 0)
  }
}
