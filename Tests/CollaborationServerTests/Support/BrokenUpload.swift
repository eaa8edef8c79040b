import Foundation

/// A request whose connection breaks in the middle of its body, or says nothing more.
final class BrokenUpload: Sendable {
  private struct NotConnected: Error {}

  private let descriptor: Int32

  /// - Parameter program: who asks.
  init(
    _ program: DriveProgram, _ method: String, _ path: String, _ headers: [String: String],
    declaring length: Int, sending bytes: [UInt8]
  ) throws {
    let basic = Data("\(program.user):\(program.password)".utf8).base64EncodedString()
    var fields = headers.map { "\($0.key): \($0.value)" }
    fields += ["Host: t", "Authorization: Basic \(basic)", "Content-Length: \(length)"]
    let head = (["\(method) \(path) HTTP/1.1"] + fields + ["", ""]).joined(separator: "\r\n")
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(program.server.port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    guard connected == 0 else { throw NotConnected() }
    var rest = (Array(head.utf8) + bytes)[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { throw NotConnected() }
      rest = rest.dropFirst(sent)
    }
  }

  func breakOff() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  deinit { close(descriptor) }
}
