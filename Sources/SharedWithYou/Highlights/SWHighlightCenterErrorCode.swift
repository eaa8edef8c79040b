public import Foundation

/// What a highlight centre's errors are about: the code of an `NSError` whose domain is
/// `SWHighlightErrorDomain`.
public enum SWHighlightCenterErrorCode: Int, Sendable, CaseIterable {
  /// Never thrown here; the platform has it.
  case noError = 0
  /// The messenger could not be asked, or could not answer.
  case internalError = 1
  /// No highlight has this link or identifier.
  case invalidURL = 2
  /// The link is another app's, or no proof or notice is made here: `GroveReasonErrorKey` says why.
  case accessDenied = 3
}

/// The domain of errors of the highlight centre. The platform's own text is not published; this one
/// is ours.
public let SWHighlightErrorDomain = "SWHighlightErrorDomain"

/// In an error's `userInfo`: a stable word for programs, which says more than the code does. Those
/// of `ProofRequestRefusal`, `NoticePostRefusal` and `MessengerError`, and `foreign_origin`,
/// `no_highlight`, `not_configured`, `busy`, `no_record_share`.
public let GroveReasonErrorKey = "GroveReason"

extension NSError {
  /// The stable word of an error of the highlight centre; nil for errors of another kind.
  public var groveReason: String? { userInfo[GroveReasonErrorKey] as? String }

  static func highlight(
    _ code: SWHighlightCenterErrorCode, _ reason: String, _ sentence: String
  ) -> NSError {
    NSError(
      domain: SWHighlightErrorDomain, code: code.rawValue,
      userInfo: [GroveReasonErrorKey: reason, NSLocalizedDescriptionKey: sentence])
  }
}
