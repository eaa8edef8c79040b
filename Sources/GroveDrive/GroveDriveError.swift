public import GroveClient
import GroveSystem
import GroveWire

/// Why something about a drive was not done. Nothing secret is in it.
public enum GroveDriveError: Error, Hashable, Sendable {
  /// No folder on this machine is kept like a drive of the app's server, or nobody is signed in to it.
  case noDrive
  /// The link leads to nothing that a drive has, or to nothing any more.
  case noFile
  /// The link is of another server than the app's: what a messenger proves there only an app of that server is told.
  case otherServer
  /// The drive does not have the file, or not yet.
  case notCarried
  /// Nobody has invited this person, and the link lets nobody else in.
  case notInvited
  /// The person did not confirm that the account is theirs.
  case notConfirmed
  /// They were invited before this device was theirs.
  case deviceNotInvited
  /// The person's messenger could not be asked.
  case messengerUnreachable
  /// Only the owner can do this.
  case notOwner
  /// The server could not be asked, or refused otherwise.
  case server(ClientError)

  /// One sentence for the person.
  public var sentence: String {
    switch self {
    case .noDrive: "Nobody is signed in to the drive here."
    case .noFile: "This is not shared, or not any more."
    case .otherServer: "This is at another server than the app's."
    case .notCarried: "The drive does not have it, or not yet."
    case .notInvited: "No invitation of yours is valid there any more."
    case .notConfirmed: "You did not confirm that the account is yours."
    case .deviceNotInvited: "You were invited before this device was yours."
    case .messengerUnreachable: "The messenger cannot be asked."
    case .notOwner: "Only the owner of the drive can do this."
    case .server(let error): Self.sentence(error)
    }
  }

  private static func sentence(_ error: ClientError) -> String {
    switch error.problemCode {
    case .accountDisabled: "The account of the drive is switched off."
    case .limitExceeded: "As much of the drive is shared as can be."
    case nil where error.isTemporary: "The drive cannot be reached."
    default: "The drive could not do it: \(error.problemCode?.rawValue ?? "no answer")."
    }
  }
}

extension GroveDriveError {
  /// Whatever was thrown.
  init(any error: any Error) {
    self =
      switch error {
      case let known as GroveDriveError: known
      case let refusal as ProofRequestRefusal: Self.proof(refusal)
      case is MessengerError: .messengerUnreachable
      case let failure as ClientError: Self.client(failure)
      default: .server(.cancelled)
      }
  }

  private static func client(_ error: ClientError) -> GroveDriveError {
    switch error.problemCode {
    case .unauthenticated: .noDrive
    case .forbidden: .notOwner
    case .gone, .notFound: .noFile
    default: .server(error)
    }
  }

  private static func proof(_ refusal: ProofRequestRefusal) -> GroveDriveError {
    switch refusal {
    case .noInvitation, .rawProofsOff: .notInvited
    case .accountNotConfirmed: .notConfirmed
    case .deviceNotInIdentity: .deviceNotInvited
    }
  }

  /// As what comes behind a colon.
  var clause: String { sentence.prefix(1).lowercased() + sentence.dropFirst() }
}
