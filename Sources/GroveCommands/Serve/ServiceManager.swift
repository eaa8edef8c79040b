import Foundation
import GroveClient
import GroveIdentity
import Logging
import ServiceLifecycle

/// The service manager that started this process, where one did: systemd's notification protocol
/// (sd_notify(3)), lines in a datagram to the socket that NOTIFY_SOCKET names.
struct ServiceManager: Sendable {
  private let socketPath: String
  /// Half of what the manager waits for a sign of life; nil where it wants none (WATCHDOG_USEC).
  let watchdogInterval: Duration?

  /// Nil where nobody asked to be told.
  init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
    guard let path = environment["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@")
    else { return nil }
    socketPath = path
    watchdogInterval = environment["WATCHDOG_USEC"].flatMap(Int.init)
      .map { .microseconds($0 / 2) }
  }

  /// The servers answer: what waits for this unit may go on.
  func ready() { send("READY=1\nSTATUS=Answering.") }
  func stopping() { send("STOPPING=1\nSTATUS=Ending streams and answering what was asked.") }
  func isAlive() { send("WATCHDOG=1") }

  /// A manager that has gone is no reason to stop serving: what cannot be sent is not sent.
  private func send(_ state: String) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var name = Array(socketPath.utf8)
    if name.first == UInt8(ascii: "@") { name[0] = 0 }  // Linux's abstract names begin with a zero
    guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
    let bytes = Array(state.utf8)
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, length)
      }
    }
  }
}

/// Tells the service manager when the servers answer, and then again and again that they still do: each of
/// them is asked over HTTP, so that a process whose loops hang is started anew.
struct ServiceManagerService: Service {
  let manager: ServiceManager
  let message: StartupMessage
  /// Where each server listens on this machine.
  let listeners: [Origin]
  let logger: Logger
  private let transport = HTTPClientTransport()

  init(
    manager: ServiceManager, message: StartupMessage, listeners: [Origin], logger: Logger
  ) {
    self.manager = manager
    self.message = message
    self.listeners = listeners
    self.logger = logger
  }

  func run() async throws {
    let manager = manager
    await withGracefulShutdownHandler {
      try? await cancelWhenGracefulShutdown { try await report() }
    } onGracefulShutdown: {
      manager.stopping()
    }
  }

  private func report() async throws {
    while await !message.isComplete { try await Task.sleep(for: .milliseconds(20)) }
    manager.ready()
    guard let interval = manager.watchdogInterval else {
      return try await Task.sleep(for: .seconds(1 << 40))
    }
    while true {
      if await allAnswer() { manager.isAlive() }
      try await Task.sleep(for: interval)
    }
  }

  private func allAnswer() async -> Bool {
    for listener in listeners {
      let request = ClientRequest(url: listener.text + "/healthz", method: "GET", idleLimit: 5)
      guard (try? await transport.send(request).status) == 200 else {
        logger.warning(
          "A server does not answer; the service manager is not told that all is well",
          metadata: ["server": "\(listener.text)"])
        return false
      }
    }
    return true
  }
}
