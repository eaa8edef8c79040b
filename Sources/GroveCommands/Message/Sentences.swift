import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire
import Messenger

/// What a person in a terminal is told when something was not done.
enum Sentences {
  static func sentence(_ error: MessengerError) -> String {
    switch error.code {
    case .noDevice: "There is no device here yet; begin with: grove message sign-up."
    case .deviceExists: "There is a device in this folder already; choose another with --folder."
    case .inUse where error.detail != nil: "An agent listens at that socket already."
    case .inUse: "Another program is using this device's folder."
    case .passphraseRequired:
      "The key file is under a passphrase; give it in GROVE_PASSPHRASE or GROVE_PASSPHRASE_FILE."
    case .passphraseWrong: "The passphrase is wrong."
    case .keyFileExposed:
      "Others can read the key file; run chmod 600 on it and think who may have."
    case .keyFileMalformed: "The key file is damaged."
    case .folderUnusable:
      error.detail.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
        ?? "The device's folder cannot be made, read or written."
    case .relayUnreachable: "The relay cannot be reached."
    case .handleTaken: "The handle belongs to somebody else."
    case .contactUnknown: "The relay knows nobody by that handle."
    case .deviceRemoved: "This device has been removed from its account."
    case .linkCodeInvalid: "That is no code of a new device."
    case .linkTimedOut: "The other device did not answer in time."
    case .agentUnreachable: "No agent is running; begin one with: grove agent."
    case .agentIncompatible: "The agent is of another version of Grove; restart it."
    case .originRefused: "The agent refused the app." + (error.detail.map { " (\($0))" } ?? "")
    case .requestPending: "Accept the request first: grove message accept."
    case .recoveryCodeInvalid: "That is no recovery code of this account."
    default: error.description
    }
  }

  static func sentence(_ question: AccountConfirmation) -> String {
    "Open “\(question.title)” at \(question.audience.text) as \(question.account.text)?"
  }

  static func sentence(_ refusal: DeviceRefusal) -> String {
    if let reason = refusal.values["reason"] { return reason }
    return switch refusal.code {
    case "no_invitation": "You were not invited to this; --knock asks the owner."
    case "device_not_in_identity":
      "This device was added after you were invited; ask whoever shared it to refresh."
    case "account_not_confirmed": "Nothing was opened."
    default: refusal.code
    }
  }

  static func sentence(_ problem: Problem) -> String {
    problem.title + (problem.detail.map { " (\($0))" } ?? "")
  }
}
