import Testing

@testable import GroveServing

struct DescriptorBudgetTests {
  @Test(arguments: [150, 256, 1024, 4096, 20_000, 1 << 20])
  func `what connections get leaves the rest its room`(limit: Int) throws {
    for servers in 1...2 {
      let budget = DescriptorBudget(limit: limit, open: 30, reserve: 72, servers: servers)
      guard let limits = budget.connections(wanted: 10_000) else {
        #expect(limit < budget.smallestLimit)
        continue
      }
      #expect(limit >= budget.smallestLimit)
      #expect(30 + 72 + servers * limits.sockets <= limit)
      #expect(limits.total >= DescriptorBudget.fewestConnections && limits.total <= 10_000)
    }
  }

  @Test func `a large table gives what is wanted`() {
    let budget = DescriptorBudget(limit: 1 << 20, open: 30, reserve: 72, servers: 2)
    #expect(budget.connections(wanted: 10_000)?.total == 10_000)
  }

  @Test func `the smallest limit is enough, and one less is not`() {
    var budget = DescriptorBudget(limit: 0, open: 30, reserve: 72, servers: 2)
    budget.limit = budget.smallestLimit
    #expect(budget.connections(wanted: 10_000) != nil)
    budget.limit -= 2
    #expect(budget.connections(wanted: 10_000) == nil)
  }
}
