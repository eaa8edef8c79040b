import GroveIdentity
import GroveSystem
import Messenger

/// What a person reads of somebody whose devices changed after something was shared with them.
struct AccessRenewalText {
  /// This person's own account.
  let me: AccountID

  /// That a device is new is the fact somebody has to look at before it reads anything.
  func sentence(_ renewal: AccessRenewal) -> String {
    let title = renewal.title
    let isMine = renewal.person.account == me
    let has = isMine ? "You have" : "\(renewal.person.handle) has"
    let said =
      switch renewal.reason {
      case .devicesReplaced:
        has
          + " replaced all devices. The new ones wait to be let into “\(title)”."
          + (isMine ? "" : " Compare the safety number first if you doubt that it is them.")
      case .deviceAdded:
        has
          + " a new device since \(LocalTime.day(renewal.since))."
          + " It cannot open “\(title)” until you let it in."
      case .deviceRemoved:
        (isMine ? "You" : renewal.person.handle)
          + " removed a device. It can let itself into “\(title)” until you renew the access."
      }
    guard renewal.isAlarmed else { return said }
    return said
      + " Careful: something about these devices does not fit together. Ask in person first."
  }

  /// What a device that was added later says of what it cannot open yet.
  static func waiting(for document: DocumentAwaited, by name: String) -> String {
    "\(name) shared “\(document.title)” before this device was one of yours. "
      + "Waiting for \(name) to let this device in."
  }

  /// What does it, as it is typed.
  func command(_ renewal: AccessRenewal) -> String {
    "grove message let-in \(renewal.person.handle)"
  }

  func row(_ renewal: AccessRenewal) -> [String: String] {
    [
      "kind": renewal.reason.rawValue, "person": renewal.person.handle,
      "account": renewal.person.account.base64url, "title": renewal.title,
      "collaboration": renewal.collaboration.collaborationID.text,
      "app": renewal.collaboration.audience.text,
      "conversation": renewal.conversationID.base64url, "since": String(renewal.since),
      "careful": renewal.isAlarmed ? "yes" : "no",
    ]
  }
}
