import Foundation
import GroveClient
import GroveWire

extension CKError {
  /// What a server's refusal, or the lack of an answer, means to an app.
  init(_ error: ClientError) {
    switch error {
    case .problem(let problem):
      var more: [String: Any] = [:]
      if let seconds = problem.retryAfter { more[CKErrorRetryAfterKey] = NSNumber(value: seconds) }
      self.init(Code(problem.code), problem.title, more)
    case .unreachable(let reason): self.init(Code(unreachable: reason), "No answer: \(reason).")
    case .badAnswer(let reason): self.init(.internalError, "Not an answer: \(reason).")
    case .cancelled: self = .cancelled
    }
  }

  init(_ code: ProblemCode) { self.init(Code(code), code.title) }

  static var cancelled: CKError { CKError(.operationCancelled, "It was given up.") }

  /// What any error thrown in this module's work is to an app.
  init(any error: any Error) {
    switch error {
    case let known as CKError: self = known
    case let failure as ClientError: self.init(failure)
    case is CancellationError: self = .cancelled
    default: self.init(.internalError, "Something went wrong.")
    }
  }

  /// Whether nothing else can be asked either: there is no network, no account, no container.
  var concernsEverything: Bool {
    switch code {
    case .internalError, .networkUnavailable, .networkFailure, .badContainer, .serviceUnavailable,
      .requestRateLimited, .missingEntitlement, .notAuthenticated, .operationCancelled,
      .managedAccountRestricted, .serverResponseLost:
      true
    default: false
    }
  }
}

extension CKError.Code {
  private static let known: [ProblemCode: CKError.Code] = [
    .badContainer: .badContainer, .badDatabase: .badDatabase, .zoneNotFound: .zoneNotFound,
    .permissionFailure: .permissionFailure, .forbidden: .permissionFailure,
    .unknownItem: .unknownItem, .notFound: .unknownItem, .gone: .unknownItem,
    .invalidArguments: .invalidArguments, .malformed: .invalidArguments,
    .recordChanged: .serverRecordChanged, .batchFailed: .batchRequestFailed,
    .referenceViolation: .referenceViolation, .alreadyShared: .alreadyShared,
    .quotaExceeded: .quotaExceeded, .tokenExpired: .changeTokenExpired,
    .limitExceeded: .limitExceeded, .tooLarge: .limitExceeded, .assetMissing: .assetNotAvailable,
    .assetDiffers: .assetFileModified,
    .rateLimited: .requestRateLimited, .unavailable: .serviceUnavailable,
    .internalError: .serviceUnavailable, .outcomeUnknown: .serverResponseLost,
    .unauthenticated: .notAuthenticated, .credentialsInvalid: .notAuthenticated,
    .accountDisabled: .notAuthenticated,
  ]

  /// A code of the server's that has no counterpart is a refusal.
  init(_ code: ProblemCode) { self = Self.known[code] ?? .serverRejectedRequest }

  /// By the client's fixed phrases: no way to the host, something in between that is down, or a connection that broke.
  init(unreachable reason: String) {
    if reason.hasPrefix("the server answered") {
      self = .serviceUnavailable
    } else if reason == "the host is unknown" || reason == "no connection" {
      self = .networkUnavailable
    } else {
      self = .networkFailure
    }
  }
}
