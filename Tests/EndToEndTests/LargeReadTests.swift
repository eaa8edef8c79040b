import CollaborationDomain
import Foundation
import Glibc
import GroveClient
import GroveIdentity
import GroveWire
import StoreSQLite
import Testing

/// Readers of much that take nothing, against a real process, at the size that broke it: 300 updates
/// of 1 MiB were 7 300 MB of memory for eight readers, and another account waited 11.5 s.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct LargeReadTests {
  @Test func `eight readers that take nothing hold no memory, and others are answered meanwhile`()
    async throws
  {
    let servers = try GroveServers()
    var origin = try await servers.start(.collaboration)
    let session = try await Self.signUp("owner@example.org", at: origin)
    let other = try await AppAccounts.signUp("other@example.org", at: origin)
    let client = CollaborationClient(
      origin: origin, credentials: FixedCredentials.bearer(session.token),
      transport: HTTPClientTransport())
    let document = try await client.createDocument(
      CreateDocument(requestID: .random(), title: "Much"))
    await servers.kill(.collaboration)
    try await Self.fill(document.documentID, of: session.account, in: servers.folder)
    origin = try await servers.start(.collaboration)
    _ = try await other.documents()
    let process = try #require(await servers.processID(.collaboration))
    let start = try Self.memory(of: process, "VmRSS")

    let path = "/collab/v1/documents/\(document.documentID)"
    var readers: [SilentReader] = []
    for _ in 0..<8 {
      readers.append(
        try SilentReader(origin, "\(path)/events?after=0&limit=500", token: session.token))
      readers.append(try SilentReader(origin, "\(path)/stream?after=0", token: session.token))
    }
    for _ in 0..<30 {
      _ = try await other.documents()
      try await Task.sleep(for: .milliseconds(100))
    }
    // Somebody who reads gets on meanwhile, though it is the same account.
    let page = try await client.events(of: document.documentID, limit: 500)
    #expect(page.events.count == 1 && page.next?.value == 1 && page.more)
    let grown = try Self.memory(of: process, "VmHWM") - start
    #expect(grown < 200_000, "kB; \(start) before")
    withExtendedLifetime(readers) {}
    await servers.end()
  }

  private static func signUp(_ account: String, at origin: Origin) async throws -> AppSession {
    try await CollaborationClient(origin: origin, transport: HTTPClientTransport()).createAccount(
      CreateAppAccount(
        account: AccountLabel(account), displayName: account, password: "a long password"))
  }

  /// Into the file, past the server: over HTTP it would take minutes.
  private static func fill(_ document: String, of account: AccountLabel, in folder: String)
    async throws
  {
    let store = try SQLiteCollaborationStore(path: folder + "/data/collaboration.sqlite")
    let id = try DocumentID(Base64URL.decode(document))
    for sequence in 1...300 as ClosedRange<UInt64> {
      let entry = EventRecord(
        documentID: id, sequence: sequence,
        kind: .edit(
          updateID: .random(), data: [UInt8](repeating: UInt8(sequence % 251), count: 1 << 20)),
        account: account, at: sequence)
      try await store.change { _ in Decision((), changes: [.appendEvent(entry)]) }
    }
    try await store.close()
  }

  /// Kilobytes, as the kernel counts them.
  private static func memory(of process: Int32, _ name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return Int((line ?? "").filter(\.isNumber)) ?? 0
  }
}

/// A socket that asks and takes nothing.
private final class SilentReader {
  private let socket: Int32

  init(_ origin: Origin, _ path: String, token: String) throws {
    let port = UInt16(origin.text.split(separator: ":").last ?? "") ?? 0
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var size: Int32 = 4096
    setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    struct NotConnected: Error {}
    guard connected == 0 else { throw NotConnected() }
    let request = Array(
      "GET \(path) HTTP/1.1\r\nHost: t\r\nAuthorization: Bearer \(token)\r\n\r\n".utf8)
    guard write(socket, request, request.count) == request.count else { throw NotConnected() }
  }

  deinit { close(socket) }
}
