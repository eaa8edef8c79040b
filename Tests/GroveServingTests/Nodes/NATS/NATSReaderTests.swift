import NIOCore
import Testing

@testable import GroveServing

struct NATSReaderTests {
  private static let said =
    "INFO {\"server_id\":\"N\",\"version\":\"2.9.10\",\"max_payload\":1048576,\"tls_required\":false}\r\n"
    + "+OK\r\nPING\r\nMSG grove.x.y 7 5\r\nhello\r\nMSG a 8 reply 0\r\n\r\nPONG\r\n-ERR 'Authorization Violation'\r\n"
  private static let frames: [NATSFrame] = [
    .info(version: "2.9.10", tls: .none), .acknowledged, .ping,
    .message(subscription: 7, payload: Array("hello".utf8)), .message(subscription: 8, payload: []),
    .pong, .error("Authorization Violation"),
  ]

  private func frames(_ pieces: [String]) throws -> [NATSFrame] {
    var reader = NATSReader()
    var frames: [NATSFrame] = []
    for piece in pieces {
      reader.append(ByteBuffer(string: piece))
      while let frame = try reader.next() { frames.append(frame) }
    }
    return frames
  }

  @Test func `what a server says is the same however its bytes are cut`() throws {
    #expect(try frames([Self.said]) == Self.frames)
    #expect(try frames(Self.said.utf8.map { String(UnicodeScalar($0)) }) == Self.frames)
    for size in [2, 3, 7, 40] {
      let bytes = Array(Self.said.utf8)
      let pieces = stride(from: 0, to: bytes.count, by: size).map {
        String(decoding: bytes[$0..<min($0 + size, bytes.count)], as: UTF8.self)
      }
      #expect(try frames(pieces) == Self.frames)
    }
  }

  @Test(arguments: [
    "HELLO\r\n", "MSG a x 5\r\nhello\r\n", "MSG a 1\r\n", "MSG a 1 -1\r\n", "MSG a 1 70000\r\n",
    "MSG a 1 2\r\nhello\r\n", "INFO nothing\r\n", String(repeating: "x", count: 70_000),
  ])
  func `what no server says is an error`(text: String) {
    #expect(throws: NATSProtocolError.self) { try frames([text]) }
  }

  @Test func `a server that wants TLS says so`() throws {
    #expect(
      try frames(["INFO {\"tls_required\":true}\r\n"]) == [.info(version: "", tls: .required)])
    #expect(
      try frames(["INFO {\"tls_available\":true}\r\n"]) == [.info(version: "", tls: .offered)])
  }
}
