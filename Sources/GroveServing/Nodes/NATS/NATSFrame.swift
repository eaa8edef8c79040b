import Foundation
import NIOCore

/// What a NATS server says (its client protocol, https://docs.nats.io/reference/reference-protocols/nats-protocol).
/// Only what wake-ups need: no headers, no replies, no queues.
enum NATSFrame: Equatable {
  /// Who the server is, and what it says of TLS.
  case info(version: String, tls: NATSServerTLS)
  case message(subscription: UInt64, payload: [UInt8])
  case ping
  case pong
  case acknowledged
  case error(String)
}

/// Whether a server speaks TLS.
enum NATSServerTLS: Equatable {
  case none
  case offered
  /// It speaks with nobody unencrypted.
  case required
}

struct NATSProtocolError: Error, Equatable {
  let text: String
}

/// Takes a server's bytes apart as they come.
struct NATSReader {
  /// A control line is shorter; the information about a large cluster is longest.
  static let maximumLine = 65_536
  /// What nodes tell each other is shorter (`NodeOutbox.bytesPerWord`).
  static let maximumPayload = 65_536

  private var buffer = ByteBuffer()
  /// Whether something has come that is not taken yet.
  var hasMore: Bool { buffer.readableBytes > 0 }

  mutating func append(_ bytes: ByteBuffer) {
    var bytes = bytes
    buffer.discardReadBytes()
    buffer.writeBuffer(&bytes)
  }

  /// - Returns: nil until the next frame is whole.
  /// - Throws: `NATSProtocolError` for what no server says; the connection is of no use then.
  mutating func next() throws -> NATSFrame? {
    let view = buffer.readableBytesView
    guard let end = view.firstIndex(of: 0x0A) else {
      guard view.count <= Self.maximumLine else { throw NATSProtocolError(text: "a line too long") }
      return nil
    }
    var line = String(decoding: view[view.startIndex..<end], as: UTF8.self)
    if line.hasSuffix("\r") { line.removeLast() }
    let taken = end - view.startIndex + 1
    let verb = line.prefix { $0 != " " && $0 != "\t" }.uppercased()
    let rest = line.dropFirst(verb.count).drop { $0 == " " || $0 == "\t" }
    if verb == "MSG" { return try message(rest, after: taken) }
    buffer.moveReaderIndex(forwardBy: taken)
    switch verb {
    case "INFO": return try Self.information(rest)
    case "PING": return .ping
    case "PONG": return .pong
    case "+OK": return .acknowledged
    case "-ERR": return .error(rest.trimmingQuotes)
    default: throw NATSProtocolError(text: "an unknown line")
    }
  }

  /// `MSG <subject> <subscription> [reply] <bytes>`, then so many bytes and a line's end.
  private mutating func message(_ line: Substring, after taken: Int) throws -> NATSFrame? {
    let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
    guard words.count == 3 || words.count == 4, let subscription = UInt64(words[1]),
      let count = words.last.flatMap({ Int($0) }), (0...Self.maximumPayload).contains(count)
    else { throw NATSProtocolError(text: "a message that is none") }
    guard buffer.readableBytes >= taken + count + 2 else { return nil }
    buffer.moveReaderIndex(forwardBy: taken)
    let payload = buffer.readBytes(length: count) ?? []
    guard buffer.readBytes(length: 2) == [0x0D, 0x0A] else {
      throw NATSProtocolError(text: "a message longer than it says")
    }
    return .message(subscription: subscription, payload: payload)
  }

  private struct Information: Decodable {
    var version: String?
    var tls_required: Bool?
    var tls_available: Bool?
  }

  private static func information(_ text: Substring) throws -> NATSFrame {
    guard let read = try? JSONDecoder().decode(Information.self, from: Data(text.utf8)) else {
      throw NATSProtocolError(text: "information that is none")
    }
    let tls: NATSServerTLS =
      read.tls_required == true ? .required : read.tls_available == true ? .offered : .none
    return .info(version: read.version ?? "", tls: tls)
  }
}

extension Substring {
  /// `'Authorization Violation'` without its quotes.
  fileprivate var trimmingQuotes: String {
    var text = self
    if text.first == "'" { text = text.dropFirst() }
    if text.last == "'" { text = text.dropLast() }
    return String(text)
  }
}
