import GroveIdentity
import NIOCore

/// Writes what a client says to a NATS server, many commands in one buffer.
struct NATSCommands {
  private(set) var buffer = ByteBuffer()

  var isEmpty: Bool { buffer.readableBytes == 0 }

  /// Signs in. No echo: a node's own words do not come back to it.
  mutating func connect(_ credentials: NATSAddress.Credentials, name: String) {
    var members = [
      "\"verbose\":false", "\"pedantic\":false", "\"echo\":false", "\"lang\":\"swift\"",
      "\"version\":\"1\"", "\"protocol\":1",
      "\"name\":\(Self.quoted(name))",
    ]
    switch credentials {
    case .none: break
    case .token(let token): members.append("\"auth_token\":\(Self.quoted(token))")
    case .user(let user, let password):
      members += ["\"user\":\(Self.quoted(user))", "\"pass\":\(Self.quoted(password))"]
    }
    buffer.writeString("CONNECT {\(members.joined(separator: ","))}\r\n")
  }

  mutating func subscribe(_ subject: String, _ subscription: UInt64) {
    buffer.writeString("SUB \(subject) \(subscription)\r\n")
  }

  mutating func unsubscribe(_ subscription: UInt64) {
    buffer.writeString("UNSUB \(subscription)\r\n")
  }

  mutating func publish(_ subject: String, _ payload: String) {
    buffer.writeString("PUB \(subject) \(payload.utf8.count)\r\n\(payload)\r\n")
  }

  mutating func ping() { buffer.writeString("PING\r\n") }
  mutating func pong() { buffer.writeString("PONG\r\n") }

  /// A JSON string.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case _ where scalar.value < 0x20:
        quoted += "\\u00" + Hex.encode([UInt8(scalar.value)])
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
