import CollaborationDomain
import GroveIdentity
import GroveTesting
import Testing

/// Who may try a password, as values: no clock, no server.
@Suite struct SignInThrottleTests {
  private let limits = SignInLimits()

  private static func attempt(_ name: String, from address: String, device: UInt8? = nil) throws
    -> SignInAttempt
  {
    SignInAttempt(
      account: try AccountLabel("\(name)@docs.example"), address: address,
      device: device.map { [$0] })
  }

  /// How many of so many attempts at one moment are looked at.
  private func admitted(
    _ count: Int, _ throttle: inout SignInThrottle, now: UInt64 = 0,
    _ attempt: (Int) throws -> SignInAttempt
  ) rethrows -> Int {
    try (0..<count).count { throttle.admit(try attempt($0), now: now) == nil }
  }

  @Test func `thirty wrong passwords do not lock the owner out, on a known device or a new one`()
    throws
  {
    var throttle = SignInThrottle(limits)
    let guesses = try admitted(30, &throttle) { _ in try Self.attempt("ann", from: "192.0.2.66") }
    #expect(guesses == limits.accountAtAddress.burst)
    #expect(throttle.admit(try Self.attempt("ann", from: "203.0.113.7", device: 1), now: 0) == nil)
    #expect(throttle.admit(try Self.attempt("ann", from: "203.0.113.7"), now: 0) == nil)
    // A known device passes even from the guesser's own address: they share a household.
    #expect(throttle.admit(try Self.attempt("ann", from: "192.0.2.66", device: 1), now: 0) == nil)
  }

  @Test func `guessers at many addresses run out together, and known devices still pass`() throws {
    var throttle = SignInThrottle(limits)
    let guesses = try admitted(100_000, &throttle) {
      try Self.attempt("ann", from: "address-\($0 % 10_000)")
    }
    #expect(guesses == limits.account.burst)
    #expect(throttle.admit(try Self.attempt("ann", from: "203.0.113.7"), now: 0) != nil)
    #expect(throttle.admit(try Self.attempt("ann", from: "203.0.113.7", device: 1), now: 0) == nil)
    #expect(throttle.admit(try Self.attempt("ben", from: "203.0.113.7"), now: 0) == nil)
  }

  @Test func `what another node has admitted counts here, also beyond what is borne`() throws {
    var throttle = SignInThrottle(limits)
    let attempt = try Self.attempt("ann", from: "192.0.2.66")
    for _ in 0..<3 * limits.accountAtAddress.burst { throttle.heard(attempt, now: 0) }
    let over = UInt64(2 * limits.accountAtAddress.burst)
    let each = UInt64(limits.accountAtAddress.secondsEach) * 1000
    #expect(throttle.admit(attempt, now: over * each) != nil)
    #expect(throttle.admit(attempt, now: (over + 1) * each) == nil)
    let known = try Self.attempt("ann", from: "192.0.2.66", device: 1)
    for _ in 0..<limits.device.burst { throttle.heard(known, now: 0) }
    #expect(throttle.admit(known, now: 0) != nil)
    throttle.succeeded(attempt, now: (over + 1) * each)
    #expect(throttle.admit(attempt, now: (over + 1) * each) == nil)
  }

  @Test func `a day of guessing from everywhere tries no more than 2 980 passwords`() throws {
    var throttle = SignInThrottle(limits)
    var guesses = 0
    for second in 0..<86_400 {
      for address in ["a", "b", "c"] {
        let attempt = try Self.attempt("ann", from: "\(address)-\(second % 600)")
        if throttle.admit(attempt, now: UInt64(second) * 1000) == nil { guesses += 1 }
      }
    }
    #expect(guesses <= 2980 && guesses > 2900)
  }

  @Test func `an address that has no attempts left takes none from others`() throws {
    var throttle = SignInThrottle(limits)
    // Sixty at sixty accounts, then as many as it likes at one more: that one stays untouched.
    _ = try admitted(60, &throttle) { try Self.attempt("person\($0)", from: "192.0.2.66") }
    let more = try admitted(1000, &throttle) { _ in try Self.attempt("ann", from: "192.0.2.66") }
    #expect(more == 0)
    let owner = try admitted(200, &throttle) { try Self.attempt("ann", from: "203.0.113.\($0)") }
    #expect(owner == limits.account.burst)
  }

  @Test func `a right password is no guess, but costs its address an attempt`() throws {
    var throttle = SignInThrottle(limits)
    for _ in 0..<limits.address.burst {
      let attempt = try Self.attempt("ann", from: "203.0.113.7")
      #expect(throttle.admit(attempt, now: 0) == nil)
      throttle.succeeded(attempt, now: 0)
    }
    #expect(throttle.admit(try Self.attempt("ann", from: "203.0.113.7"), now: 0) == 2)
    #expect(throttle.admit(try Self.attempt("ann", from: "203.0.113.8"), now: 0) == nil)
  }

  @Test func `a known device has attempts of its own, and no more than they`() throws {
    var throttle = SignInThrottle(limits)
    let first = try admitted(100, &throttle) { _ in try Self.attempt("ann", from: "a", device: 1) }
    let second = try admitted(100, &throttle) { _ in try Self.attempt("ann", from: "a", device: 2) }
    #expect(first == limits.device.burst && second == limits.device.burst)
    #expect(throttle.admit(try Self.attempt("ann", from: "a", device: 1), now: 0) == 10)
    #expect(throttle.admit(try Self.attempt("ann", from: "a", device: 1), now: 9_999) == 1)
    #expect(throttle.admit(try Self.attempt("ann", from: "a", device: 1), now: 10_000) == nil)
  }

  @Test func `a full table makes strangers wait, never known devices, and empties with time`()
    throws
  {
    var limits = limits
    limits.maximumCounts = 30
    var throttle = SignInThrottle(limits)
    let admitted = try admitted(1000, &throttle) { try Self.attempt("p\($0)", from: "a\($0)") }
    #expect(admitted == 10, "each takes three places")
    #expect(throttle.admit(try Self.attempt("ann", from: "x"), now: 500) == 1)
    #expect(throttle.admit(try Self.attempt("ann", from: "x", device: 1), now: 500) == nil)
    #expect(throttle.admit(try Self.attempt("ann", from: "x"), now: 200_000) == nil)
  }

  @Test func `time that goes back gives nothing`() throws {
    var throttle = SignInThrottle(limits)
    _ = try admitted(10, &throttle, now: 1_000_000) { _ in try Self.attempt("ann", from: "a") }
    #expect(throttle.admit(try Self.attempt("ann", from: "a"), now: 0) != nil)
    #expect(throttle.admit(try Self.attempt("ann", from: "a"), now: 1_120_000) == nil)
  }
}
