import Foundation
import GroveTesting
import Testing

@testable import GroveCommands

/// Whether a drive's server answers, asked over real sockets.
struct DriveReachabilityTests {
  /// A socket of this machine that takes connections and says nothing.
  private final class Silence: Sendable {
    let descriptor: Int32
    let origin: String

    init() throws {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, length) == 0 && listen(descriptor, 8) == 0
            && getsockname(descriptor, $0, &length) == 0
        }
      }
      try #require(isOpen)
      self.descriptor = descriptor
      origin = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    }

    deinit { close(descriptor) }
  }

  private static func reachability(_ server: String) -> DriveReachability {
    DriveReachability(server: server, patience: .milliseconds(200), pause: .milliseconds(20))
  }

  /// Where nothing listens any more.
  private static func nobody() throws -> String { try Silence().origin }

  @Test func `a server that is away, or takes a connection and says nothing, does not answer`()
    async throws
  {
    let silence = try Silence()
    for server in [try Self.nobody(), silence.origin] {
      await #expect(throws: FolderFailure(.unreachable, DriveReachability.sentence)) {
        try await Self.reachability(server).check()
      }
    }
    withExtendedLifetime(silence) {}
  }

  @Test func `where the server stays away what goes on is cancelled, and awaited`() async throws {
    let server = try Self.nobody()
    let brought = try await Self.reachability(server).whileAnswering {
      try? await Task.sleep(for: .seconds(60))
      #expect(Task.isCancelled)
      return 1
    }
    #expect(brought == nil)
  }

  @Test func `what ends before the server is taken for away has its answer, and its error`()
    async throws
  {
    let reachability = Self.reachability(try Self.nobody())
    #expect(try await reachability.whileAnswering { 1 } == 1)
    await #expect(throws: FolderFailure(.unfinished, "")) {
      _ = try await reachability.whileAnswering { throw FolderFailure(.unfinished, "") }
    }
  }
}
