/// How a connection goes to its server.
struct WayToServer {
  /// A name or address, or the folder of a socket.
  var host: String
  var address: String
  var isEncrypted: Bool
  var usedPassword: Bool
  /// libpq's `sslmode`.
  var mode: String

  private var isLocal: Bool {
    host.hasPrefix("/") || host.hasPrefix("@") || ["127.0.0.1", "::1"].contains(address)
  }

  /// What an operator is to know of it: on this machine nothing.
  var warnings: [String] {
    guard !isLocal else { return [] }
    guard isEncrypted else {
      let asked = usedPassword ? "" : ", and no password was asked for"
      return ["the connection to PostgreSQL is in the clear\(asked): set sslmode=verify-full"]
    }
    guard mode != "verify-full" else { return [] }
    return ["PostgreSQL's certificate is not checked (sslmode=\(mode)): set sslmode=verify-full"]
  }
}
