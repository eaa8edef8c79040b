import CPostgres
import Foundation

/// What other sessions tell (NOTIFY in PostgreSQL's manual).
extension PostgresConnection {
  /// What was told since the last call; waits for a while where that is nothing.
  /// - Throws: `lost`.
  func notifications(within milliseconds: Int) throws -> [String] {
    var words = takeNotifications()
    if words.isEmpty {
      var place = pollfd(
        fd: client.functions.socket(handle), events: Int16(POLLIN), revents: 0)
      let ready = poll(&place, 1, Int32(clamping: milliseconds))
      guard ready != 0 else { return [] }
      guard ready > 0 || errno == EINTR, client.functions.consumeInput(handle) == 1 else {
        throw abandoned()
      }
      words = takeNotifications()
    }
    return words
  }

  private func takeNotifications() -> [String] {
    var words: [String] = []
    while let told = client.functions.notifies(handle) {
      words.append(String(cString: told.pointee.extra))
      client.functions.freemem(told)
    }
    return words
  }
}
