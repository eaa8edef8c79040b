import CPostgres

/// PostgreSQL's client library, opened when it is first needed.
///
/// Sendable because: functions of a library that stays open, and nothing else. What they are called with is used by one
/// thread at a time, which is how libpq has it.
struct PostgresClient: @unchecked Sendable {
  let functions: pq_functions

  /// - Throws: `PostgresFailure`, with what is to be installed.
  static func shared() throws -> PostgresClient { try loaded.get() }

  private static let loaded = Result { try PostgresClient(library: name) }

  #if canImport(Darwin)
    private static let name = "libpq.5.dylib"
  #else
    private static let name = "libpq.so.5"
  #endif

  /// - Throws: `PostgresFailure`, with what is to be installed.
  init(library: String) throws {
    var functions = pq_functions()
    switch pq_load(library, &functions) {
    case 0: self.functions = functions
    case 1:
      throw PostgresFailure(
        .noClient, "PostgreSQL's client library is not installed: apt-get install libpq5")
    default:
      throw PostgresFailure(
        .noClient, "PostgreSQL's client library is older than 14: apt-get install libpq5")
    }
  }

  /// What it says of a connection that was refused: names of hosts, users and databases, and no secret.
  func message(_ handle: OpaquePointer?) -> String {
    guard let text = functions.errorMessage(handle) else { return "" }
    return String(cString: text).split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
