import Foundation
public import GroveClient
public import Logging
import MessengerDomain

/// Everything a messenger takes from outside: time, chance, waiting and the network. A simulator
/// gives its own.
public struct MessengerEnvironment: Sendable {
  /// Milliseconds since 1970.
  public var now: @Sendable () -> UInt64
  /// That many random bytes, fit for keys and identifiers.
  public var random: @Sendable (Int) -> [UInt8]
  /// What waiting is measured with.
  public var clock: any Clock<Duration>
  public var transport: any ClientTransport
  public var reconnect: ReconnectPolicy
  public var logger: Logger
  /// Stands between a device and its database; tests let it fail at a chosen commit.
  var storeAround: (@Sendable (any MessengerStore) -> any MessengerStore)?

  public init(
    now: @escaping @Sendable () -> UInt64 = Self.systemTime,
    random: @escaping @Sendable (Int) -> [UInt8] = Self.systemRandom,
    clock: any Clock<Duration> = ContinuousClock(), transport: any ClientTransport,
    reconnect: ReconnectPolicy = ReconnectPolicy(),
    logger: Logger = Logger(label: "grove.messenger")
  ) {
    self.now = now
    self.random = random
    self.clock = clock
    self.transport = transport
    self.reconnect = reconnect
    self.logger = logger
  }

  /// The system's time, generator and network.
  public static func system() -> MessengerEnvironment {
    MessengerEnvironment(transport: HTTPClientTransport())
  }

  public static let systemTime: @Sendable () -> UInt64 = {
    UInt64(max(0, Date().timeIntervalSince1970 * 1000))
  }

  public static let systemRandom: @Sendable (Int) -> [UInt8] = { count in
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }
}
