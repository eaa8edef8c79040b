import CPostgres
import Foundation

/// Waits for a server's answer no longer than a limit: one that is stopped, or a network that is cut, says nothing at all.
struct SocketWait {
  private let client: PostgresClient
  private let handle: OpaquePointer

  init(_ client: PostgresClient, _ handle: OpaquePointer) {
    self.client = client
    self.handle = handle
  }

  /// Returns when the next result can be had without waiting. What is still to be sent goes out meanwhile.
  func untilAnswered(milliseconds limit: Int, _ lost: (String) -> PostgresFailure) throws {
    while true {
      let unsent = client.functions.flush(handle)
      guard unsent >= 0 else { throw lost("") }
      if client.functions.isBusy(handle) == 0 { return }
      var place = pollfd(
        fd: client.functions.socket(handle),
        events: Int16(POLLIN) | (unsent == 1 ? Int16(POLLOUT) : 0), revents: 0)
      let ready = poll(&place, 1, Int32(clamping: limit))
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { throw lost("the server has said nothing for \(limit) ms") }
      guard client.functions.consumeInput(handle) == 1 else { throw lost("") }
    }
  }
}
