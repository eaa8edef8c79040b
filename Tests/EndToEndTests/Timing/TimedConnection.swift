import Foundation

/// One kept connection to a server on this machine, with blocking calls and nothing between them and
/// the clock: what a program measures that wants to know how long an answer takes.
struct TimedConnection: ~Copyable {
  struct Answer {
    var status: Int
    var body: [UInt8]
    /// From handing the request over to the first bytes of the answer.
    var nanoseconds: UInt64
  }

  struct Failed: Error {}

  private let descriptor: Int32

  init(port: UInt16) throws {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(file, $0, size) }
    }
    var on = Int32(1)
    setsockopt(file, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    descriptor = file
    guard file >= 0, result == 0 else { throw Failed() }
  }

  deinit { close(descriptor) }

  func send(_ request: [UInt8]) throws -> Answer {
    let begin = DispatchTime.now().uptimeNanoseconds
    guard
      Foundation.send(descriptor, request, request.count, Int32(MSG_NOSIGNAL))
        == request.count
    else { throw Failed() }
    var bytes = try receive()
    let nanoseconds = DispatchTime.now().uptimeNanoseconds - begin
    let blank = Array("\r\n\r\n".utf8)
    while bytes.firstRange(of: blank) == nil { bytes += try receive() }
    guard let end = bytes.firstRange(of: blank)?.upperBound else { throw Failed() }
    let head = String(decoding: bytes[..<end], as: UTF8.self).lowercased()
    let length = head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
    while bytes.count < end + (length ?? 0) { bytes += try receive() }
    guard let status = Int(head.split(separator: " ").dropFirst().first ?? "") else {
      throw Failed()
    }
    return Answer(status: status, body: Array(bytes[end...]), nanoseconds: nanoseconds)
  }

  private func receive() throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { throw Failed() }
    return Array(buffer[..<count])
  }
}
