/// Why a message with a proven sender is not shown (protocol 10.6 (5)–(7)). The raw values are
/// stable and stand beside those of `EnvelopeRefusal`.
package enum InboxRefusal: String, Error, Hashable, Sendable {
  /// Seen before: delivered twice, or sent again by somebody who kept it.
  case replayed
  /// Dated more than five minutes ahead of this device's clock.
  case fromTheFuture = "from_the_future"
  /// The sender is not, or this account is no longer, in the conversation.
  case notAMember = "not_a_member"
  /// The content is not of the form its type has.
  case contentMalformed = "content_malformed"
  /// The mailbox entry carries nothing this version knows.
  case unknownEvent = "unknown_event"
  /// More than is kept of a conversation that has not been accepted.
  case requestFull = "request_full"
  /// The sender's device list cannot be had or does not hold.
  case senderListInvalid = "sender_list_invalid"
}
