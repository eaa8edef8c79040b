import GroveIdentity
import GroveWire
import Testing

@testable import GroveServing

@Suite(.timeLimit(.minutes(1)))
struct RateLimitTests {
  private let limit = RateLimit(burst: 3, perSecond: 2)

  @Test func `a bucket gives its burst at once and then its rate`() {
    var bucket = TokenBucket(limit, now: 1000)
    #expect((1...3).allSatisfy { _ in bucket.take(limit, now: 1000) == nil })
    #expect(bucket.take(limit, now: 1000) == 1)
    #expect(bucket.take(limit, now: 1499) == 1)
    #expect(bucket.take(limit, now: 1500) == nil)
    #expect(bucket.take(limit, now: 1500) == 1)
  }

  @Test func `a bucket never holds more than its burst, and time never goes back`() {
    var bucket = TokenBucket(limit, now: 0)
    let taken = (1...10).count { _ in bucket.take(limit, now: 1_000_000) == nil }
    #expect(taken == 3)
    #expect(bucket.take(limit, now: 0) == 1)
  }

  @Test func `keys do not disturb each other and full buckets are forgotten`() throws {
    let clock = TestClock()
    let limiter = RateLimiter(limit, maximumKeys: 2) { clock.now }
    for _ in 1...3 { try limiter.take("a") }
    try limiter.take("b")
    #expect(throws: Problem(.rateLimited, retryAfter: 1)) { try limiter.take("a") }
    // A third key finds no place while the others still count.
    #expect(throws: Problem(.rateLimited, retryAfter: 1)) { try limiter.take("c") }
    clock.now = 10_000
    try limiter.take("c")
    #expect(limiter.keyCount == 1)
  }

  @Test func `what other nodes have taken is taken here, and grows again`() throws {
    let clock = TestClock()
    let (here, there) = (SharedRates { "of \($0)" }, SharedRates { "of \($0)" })
    let limit = RateLimit(burst: 8, perSecond: 1)
    let one = RateLimiter(limit, named: "looks", among: here) { clock.now }
    let other = RateLimiter(limit, named: "looks", among: there) { clock.now }
    // Of what half is left of nothing is told.
    for _ in 1...4 { try one.take("ann") }
    #expect(here.takeUntold() == [])
    for _ in 1...4 { try one.take("ann") }
    let told = here.takeUntold()
    #expect(told == [.init(rates: .init(of: "looks", by: ["of ann": 4]))])
    #expect(here.takeUntold() == [])
    for news in told {
      let line = String(decoding: try StrictJSON.encode(news), as: UTF8.self)
      #expect(there.heard(line))
    }
    #expect(!there.heard("{\"presence\":{}}"))
    for _ in 1...4 { try other.take("ann") }
    #expect(throws: Problem(.rateLimited, retryAfter: 1)) { try other.take("ann") }
    // Nobody else waits for her.
    for _ in 1...8 { try other.take("ben") }
    clock.now += 8000
    for _ in 1...8 { try other.take("ann") }
    #expect(throws: Problem(.rateLimited, retryAfter: 1)) { try other.take("ann") }
  }

  @Test func `what was told long ago, of more names than fit, or without sense changes nothing`()
    throws
  {
    let clock = TestClock()
    let shared = SharedRates { $0 }
    let limiter = RateLimiter(limit, named: "looks", among: shared, maximumKeys: 2) { clock.now }
    for name in ["a", "b", "c"] { limiter.heard([name: 3]) }
    limiter.heard(["a": .max, "c": -5])
    // There was no room for it.
    for _ in 1...3 { try limiter.take("c") }
    #expect(throws: Problem(.rateLimited, retryAfter: 1)) { try limiter.take("a") }
    clock.now += 60_000
    for _ in 1...3 { try limiter.take("b") }
    #expect(throws: Problem(.rateLimited, retryAfter: 1)) { try limiter.take("b") }
  }

  @Test func `a route answers too many requests with the seconds to wait`() async throws {
    let limits = RouteLimits(perCaller: RateLimit(burst: 2, perSecond: 0.1))
    let bearer = ["Authorization: Bearer alice-token"]
    try await TestServer.with([TestRoutes.whoAmI.description]) { router in
      router.on(TestRoutes.whoAmI, limits: limits) { _, caller in .init(name: caller, number: 0) }
    } _: { server async throws in
      for _ in 1...2 {
        #expect(try await server.ask("GET", "/t/me", headers: bearer).status == 200)
      }
      let refused = try await server.ask("GET", "/t/me", headers: bearer)
      #expect(refused.status == 429 && refused.code == .rateLimited)
      #expect(
        refused.headers["retry-after"].flatMap { Int($0) }.map { (1...10).contains($0) } == true)
      #expect(refused.problem?.retryAfter != nil)
    }
  }

  @Test func `an address is counted before anything is known about the caller`() async throws {
    let limits = RouteLimits(perAddress: RateLimit(burst: 1, perSecond: 0.1))
    try await TestServer.with([TestRoutes.whoAmI.description]) { router in
      router.on(TestRoutes.whoAmI, limits: limits) { _, caller in .init(name: caller, number: 0) }
    } _: { server async throws in
      #expect(try await server.ask("GET", "/t/me").status == 401)
      #expect(try await server.ask("GET", "/t/me").status == 429)
    }
  }
}
