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
