/// Which server is tried next, and after which time: pure.
///
/// A server that lets a node in and drops it again is as bad as one that is not there: only a connection that has lasted
/// begins anew with the shortest wait. The next server is tried each time.
struct NATSAttempts {
  static let firstWait: UInt64 = 100
  static let longestWait: UInt64 = 2000
  /// Milliseconds after which a connection was a good one.
  static let lasting: UInt64 = 10_000

  private let hosts: Int
  private(set) var host = 0
  private var failures = 0

  init(hosts: Int) { self.hosts = hosts }

  /// - Parameter duration: milliseconds from the attempt to its end.
  /// - Returns: milliseconds to wait before the next one.
  mutating func failed(after duration: UInt64) -> UInt64 {
    host = (host + 1) % hosts
    failures = duration >= Self.lasting ? 0 : failures + 1
    // All of them are tried before the wait grows.
    return min(Self.firstWait << UInt64(min(failures / hosts, 8)), Self.longestWait)
  }
}
