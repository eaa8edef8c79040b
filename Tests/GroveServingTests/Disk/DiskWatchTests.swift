import Synchronization
import Testing

@testable import GroveServing

struct DiskWatchTests {
  private struct Refused: Error {}

  private let log = RecordingLog()
  private let clock = Clock()

  @Test func `a fault is one line at error level that names path, codes and what to do`() {
    let watch = DiskWatch(logger: log.logger, now: clock.now)
    watch.note(DiskFault(kind: .full, path: "/data/relay.sqlite", resultCode: 13, systemError: 28))
    for part in ["error", "The disk refuses", "/data/relay.sqlite", "13", "28", "Make room"] {
      #expect(log.text.contains(part), "\(part)")
    }
    #expect(log.text.split(separator: "\n").count == 1)
  }

  @Test func `a kind is told once in ten seconds, with how many were left out, and kinds apart`() {
    let watch = DiskWatch(logger: log.logger, now: clock.now)
    for _ in 0..<500 { watch.note(DiskFault(kind: .full, path: "/data")) }
    watch.note(DiskFault(kind: .failedSync, path: "/data"))
    #expect(log.text.split(separator: "\n").count == 2)
    clock.pass(9_999)
    watch.note(DiskFault(kind: .full, path: "/data"))
    #expect(log.text.split(separator: "\n").count == 2)
    clock.pass(1)
    watch.note(DiskFault(kind: .full, path: "/data"))
    #expect(log.text.split(separator: "\n").count == 3)
    #expect(
      log.text.contains("\"more\": 500") || log.text.contains("more") && log.text.contains("500"))
  }

  @Test func `a disk is healthy again only after every probe has succeeded behind the last fault`()
    async
  {
    let watch = DiskWatch(logger: log.logger, now: clock.now)
    let passes = Mutex(false)
    watch.add { guard passes.withLock(\.self) else { throw Refused() } }
    #expect(watch.isHealthy)
    watch.note(DiskFault(kind: .inputOutput, path: "/data"))
    #expect(!watch.isHealthy)
    await watch.probe()
    #expect(!watch.isHealthy)
    passes.withLock { $0 = true }
    let disturb = Mutex(true)
    watch.add {
      // Something else is refused while the probe is on its way.
      guard
        disturb.withLock({ old in
          defer { old = false }; return old
        })
      else { return }
      watch.note(DiskFault(kind: .full, path: "/other"))
    }
    await watch.probe()
    #expect(!watch.isHealthy)
    await watch.probe()
    #expect(watch.isHealthy)
    #expect(log.text.contains("The disk takes writes again"))
  }

  @Test(arguments: DiskFault.Kind.allCases)
  func `every kind of fault says what to do`(kind: DiskFault.Kind) {
    #expect(DiskFault(kind: kind, path: "/data").advice.count > 40)
  }

  private final class Clock: Sendable {
    private let time = Mutex<UInt64>(1)
    var now: @Sendable () -> UInt64 { { self.time.withLock { $0 } } }
    func pass(_ milliseconds: UInt64) { time.withLock { $0 += milliseconds } }
  }
}
