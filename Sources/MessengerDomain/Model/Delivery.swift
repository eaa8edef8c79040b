/// How far a message of this account has come.
public enum Delivery: Hashable, Sendable, Codable {
  /// Waiting on this device for the relay.
  case queued
  /// The relay has it, durably, for every device it goes to.
  case sent
  /// A device of every other member has it.
  case delivered
  /// It will not be sent; the reason is a stable code.
  case failed(reason: String)

  /// The stored form: a word, and the reason beside it.
  package var columns: (state: String, reason: String?) {
    switch self {
    case .queued: ("queued", nil)
    case .sent: ("sent", nil)
    case .delivered: ("delivered", nil)
    case .failed(let reason): ("failed", reason)
    }
  }

  package init?(state: String?, reason: String?) {
    switch state {
    case "queued": self = .queued
    case "sent": self = .sent
    case "delivered": self = .delivered
    case "failed": self = .failed(reason: reason ?? "")
    default: return nil
    }
  }
}
