public import GroveIdentity
import GroveMessage
import GroveWire

/// Somebody a message has not reached, on none of their devices.
public struct Undelivery: Hashable, Sendable, Codable {
  public var accountID: AccountID
  /// The relay's code: `mailbox_full`, `not_delivered`.
  public var reason: String

  /// Whether the same message may reach them later.
  public var mayPass: Bool { reason == UndeliveredEnvelope.mailboxFull }
}

/// A message that has still to reach somebody.
package struct UndeliveredMessage: Hashable, Sendable, Redacted {
  package var messageID: MessageID
  package var people: [Undelivery]
  /// Attempts made so far.
  package var attempts = 0
  /// nil: it is not tried again.
  package var nextAt: UInt64?
  package var message: OutgoingMessage?

  package init(
    messageID: MessageID, people: [Undelivery], attempts: Int = 0, nextAt: UInt64? = nil,
    message: OutgoingMessage? = nil
  ) {
    self.messageID = messageID
    self.people = people
    self.attempts = attempts
    self.nextAt = nextAt
    self.message = message
  }
}
