import Foundation
import GroveIdentity
import GroveMessage
import GroveSystem
import SharedWithYouCore

/// Why the highlight centre did not do what it was asked.
enum HighlightFailure: Error, Hashable {
  /// The link leads to another app's origin.
  case foreignOrigin
  case noHighlight
  case app(GroveAppError)
  case messenger(MessengerError)
  case proof(ProofRequestRefusal)
  case notice(NoticePostRefusal)
  /// A handle of a record share, which this messenger does not know.
  case noRecordShare
  /// Too much is under way in this process.
  case busy

  var error: NSError {
    switch self {
    case .foreignOrigin:
      .highlight(.accessDenied, "foreign_origin", "The link is not one of this app's.")
    case .noHighlight: .highlight(.invalidURL, "no_highlight", "No highlight has this link.")
    case .app(let problem):
      .highlight(.internalError, "not_configured", problem.sentence)
    case .messenger(let error):
      .highlight(.internalError, error.reason, "The messenger could not answer.")
    case .proof(let refusal): .highlight(.accessDenied, refusal.rawValue, refusal.sentence)
    case .notice(let refusal): .highlight(.accessDenied, refusal.rawValue, refusal.sentence)
    case .noRecordShare:
      .highlight(.accessDenied, "no_record_share", "Record shares are not known here.")
    case .busy: .highlight(.internalError, "busy", "Too much is under way.")
    }
  }

  /// Whatever was thrown, as the centre's callers get it.
  static func error(_ thrown: any Error) -> NSError {
    switch thrown {
    case let failure as HighlightFailure: failure.error
    case let error as MessengerError: HighlightFailure.messenger(error).error
    case let error as GroveAppError: HighlightFailure.app(error).error
    case let error as NSError where error.domain == SWHighlightErrorDomain: error
    default: .highlight(.internalError, "internal_error", "The messenger could not answer.")
    }
  }
}

extension ProofRequestRefusal {
  fileprivate var sentence: String {
    switch self {
    case .noInvitation: "There is no invitation that has not been refused."
    case .deviceNotInIdentity: "The invitation was made before this device was added."
    case .rawProofsOff: "This person's messenger signs nothing but challenges of Grove servers."
    case .accountNotConfirmed: "The person did not confirm the account."
    }
  }
}

extension NoticePostRefusal {
  fileprivate var sentence: String {
    switch self {
    case .noCollaboration: "This person does not take part in the collaboration."
    case .unknownRoot: "Nobody here has the mentioned identity."
    case .mentionsSelf: "A mention of oneself reaches nobody."
    case .malformed: "The mentioned identity is none."
    case .attestationRequired: "Others believe this only with the word of the app's server."
    case .unreachable: "The mentioned person is in no conversation with this one any more."
    }
  }
}
