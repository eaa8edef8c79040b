import CPostgres

/// Where a database is and how to come in: `postgresql://…`, or `name=value` pairs, as libpq has them
/// (its manual, 34.1.1). Addresses of several servers are tried in turn for the one that takes changes.
///
/// Prints as nothing: it may hold a password.
public struct PostgresAddress: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  let text: String

  public init(_ text: String) { self.text = text }

  public var description: String { "(an address of PostgreSQL)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// - Throws: `refused` where it is none. libpq's own words repeat parts of it, so they are not said.
  func check(_ client: PostgresClient) throws {
    var words: UnsafeMutablePointer<CChar>?
    guard let options = client.functions.conninfoParse(text, &words) else {
      client.functions.freemem(words)
      throw PostgresFailure(
        .refused, "the address of PostgreSQL is neither a URL nor name=value pairs")
    }
    client.functions.conninfoFree(options)
  }

  /// - Returns: a connection, which may have failed.
  func connect(_ client: PostgresClient, _ options: PostgresOptions) -> OpaquePointer? {
    // What stands before the address holds where that does not say otherwise, what stands behind it always.
    let settings = [
      ("connect_timeout", String(options.connectTimeout)), ("target_session_attrs", "read-write"),
      ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
      ("tcp_user_timeout", String(options.statementTimeout + options.patience)),
      ("fallback_application_name", options.applicationName),
      ("dbname", text), ("client_encoding", "UTF8"),
    ]
    return Self.withCStrings(settings.map(\.0)) { names in
      Self.withCStrings(settings.map(\.1)) { values in
        client.functions.connectdbParams(names, values, 1)
      }
    }
  }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    let ends = texts.map { $0.utf8.count + 1 }
    return texts.flatMap { Array($0.utf8CString) }.withUnsafeBufferPointer { all in
      var begin = 0
      var pointers = ends.map { count in
        defer { begin += count }
        return all.baseAddress.map { UnsafePointer($0 + begin) }
      }
      pointers.append(nil)
      return body(pointers)
    }
  }

  /// What an open connection was made with, by name; passwords are left out.
  static func settings(_ client: PostgresClient, _ handle: OpaquePointer?) -> [String: String] {
    guard let options = client.functions.conninfo(handle) else { return [:] }
    defer { client.functions.conninfoFree(options) }
    var settings: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      let name = String(cString: keyword)
      if let value = option.pointee.val, !name.contains("password") {
        settings[name] = String(cString: value)
      }
      option += 1
    }
    return settings
  }
}
