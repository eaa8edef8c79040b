public import GroveIdentity
import GroveMessage
import MessengerDomain

/// What an interface that shows this device is told. Each says what to look at again; what is true
/// stands in the database, so an event that is lost costs nothing but time.
public enum MessengerEvent: Hashable, Sendable {
  /// A line was added to a conversation.
  case itemAdded(ConversationID)
  /// A message of this device went on: read its item.
  case deliveryChanged(MessageID)
  case conversationChanged(ConversationID)
  /// A device list went on, this account's own included.
  case accountChanged(AccountID)
  case alarmRaised(Alarm.Kind, AccountID)
  /// What happened on the sharing side: highlights, drafts, notices, offers.
  case sharing(SharingEvent)
  case relayReached
  /// The relay is away; the reason is a fixed phrase.
  case relayAway(String)
  /// Messages waited at the relay for longer than it keeps them.
  case mailMissed
  /// This device is no longer in its account's list: nothing works here any more.
  case deviceRemoved

  /// What to tell after these changes were committed.
  static func following(_ changes: [MessengerChange]) -> [MessengerEvent] {
    changes.compactMap { change in
      switch change {
      case .insertItem(let item): .itemAdded(item.conversationID)
      case .setDelivery(let identity, _), .replaceContent(let identity, _):
        .deliveryChanged(identity.messageID)
      case .setUndelivered(let message): .deliveryChanged(message.messageID)
      case .forgetUndelivered(let id): .deliveryChanged(id)
      case .set(.missedEntries, let count) where count > 0: .mailMissed
      case .storeConversation(let record): .conversationChanged(record.conversationID)
      case .storeAccount(let stored): .accountChanged(stored.account.accountID)
      case .raise(let alarm): .alarmRaised(alarm.kind, alarm.accountID)
      case .sharing(let change): SharingEvent.following(change).map(MessengerEvent.sharing)
      case .set(.deviceRemoved, 1): .deviceRemoved
      default: nil
      }
    }
  }
}
