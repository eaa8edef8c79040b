/// How often the relay wakes a device whose page is closed, and how patiently. Times are milliseconds.
public struct WebPushLimits: Hashable, Sendable {
  /// Between two pushes to one device: 30 s.
  public var gap: UInt64 = 30_000
  /// How long a device with an open stream may leave something unacknowledged: 1 minute.
  public var patience: UInt64 = 60_000
  /// After so many pushes without the device coming back they become rare.
  public var unansweredBeforeSlow = 20
  /// Between two of those: 1 hour.
  public var slowGap: UInt64 = 3_600_000
  /// How long one is tried, and how long the push service keeps it: 24 hours.
  public var lifetime: UInt64 = 86_400_000
  /// After the first try that failed; four times as long after each further one.
  public var firstPause: UInt64 = 2_000
  /// At most so long after any number of them: 1 hour.
  public var longestPause: UInt64 = 3_600_000
  /// Devices that are known at one time to be due, or to have been told lately.
  public var devices = 65_536
  /// Pushes on their way at all.
  public var atOnce = 256
  /// Pushes on their way to one push service.
  public var perService = 32

  /// The defaults of a relay.
  public init() {}
}
