extension CKError {
  /// What went wrong, with the published numbers. Those that no answer of a Grove server leads to are there because
  /// apps name them.
  public enum Code: Int, Hashable, Sendable, CaseIterable {
    /// The framework cannot go on.
    case internalError = 1
    /// Some of it was not done.
    case partialFailure = 2
    /// There is no network.
    case networkUnavailable = 3
    /// The network is there, the answer was not.
    case networkFailure = 4
    /// The server keeps no such container.
    case badContainer = 5
    /// The server cannot answer now.
    case serviceUnavailable = 6
    /// Too much was asked in too short a time.
    case requestRateLimited = 7
    /// Nothing says which server the container is at.
    case missingEntitlement = 8
    /// Nobody is signed in.
    case notAuthenticated = 9
    /// The person may not do this.
    case permissionFailure = 10
    /// There is no such thing, or none that the person may see.
    case unknownItem = 11
    /// A value, name or combination that does not go there.
    case invalidArguments = 12
    /// Never given.
    case resultsTruncated = 13
    /// The record was changed since it was read.
    case serverRecordChanged = 14
    /// The server will not do this.
    case serverRejectedRequest = 15
    /// The file to be saved is not there.
    case assetFileNotFound = 16
    /// The file was changed while it was saved.
    case assetFileModified = 17
    /// The app is too old.
    case incompatibleVersion = 18
    /// A value that is there already.
    case constraintViolation = 19
    /// It was given up.
    case operationCancelled = 20
    /// What has changed since then is not known any more: begin with none.
    case changeTokenExpired = 21
    /// Another item of an all-or-nothing batch failed.
    case batchRequestFailed = 22
    /// The zone is being changed.
    case zoneBusy = 23
    /// The database has no such things.
    case badDatabase = 24
    /// There is no room left.
    case quotaExceeded = 25
    /// There is no such zone.
    case zoneNotFound = 26
    /// Too many items, or too large: send less at once.
    case limitExceeded = 27
    /// The person has deleted the zone.
    case userDeletedZone = 28
    /// More people than a share can have.
    case tooManyParticipants = 29
    /// The record, one above or one below it is shared already.
    case alreadyShared = 30
    /// A record that is referred to does not exist.
    case referenceViolation = 31
    /// The account is not allowed to.
    case managedAccountRestricted = 32
    /// The person has to open the link first.
    case participantMayNeedVerification = 33
    /// Whether it was done is not known.
    case serverResponseLost = 34
    /// The file cannot be read now.
    case assetNotAvailable = 35
    /// The account is not ready.
    case accountTemporarilyUnavailable = 36
    /// The invitation that is there comes first.
    case participantAlreadyInvited = 37
  }
}

extension CKError {
  public static var internalError: Code { .internalError }
  public static var partialFailure: Code { .partialFailure }
  public static var networkUnavailable: Code { .networkUnavailable }
  public static var networkFailure: Code { .networkFailure }
  public static var badContainer: Code { .badContainer }
  public static var serviceUnavailable: Code { .serviceUnavailable }
  public static var requestRateLimited: Code { .requestRateLimited }
  public static var missingEntitlement: Code { .missingEntitlement }
  public static var notAuthenticated: Code { .notAuthenticated }
  public static var permissionFailure: Code { .permissionFailure }
  public static var unknownItem: Code { .unknownItem }
  public static var invalidArguments: Code { .invalidArguments }
  public static var resultsTruncated: Code { .resultsTruncated }
  public static var serverRecordChanged: Code { .serverRecordChanged }
  public static var serverRejectedRequest: Code { .serverRejectedRequest }
  public static var assetFileNotFound: Code { .assetFileNotFound }
  public static var assetFileModified: Code { .assetFileModified }
  public static var incompatibleVersion: Code { .incompatibleVersion }
  public static var constraintViolation: Code { .constraintViolation }
  public static var operationCancelled: Code { .operationCancelled }
  public static var changeTokenExpired: Code { .changeTokenExpired }
  public static var batchRequestFailed: Code { .batchRequestFailed }
  public static var zoneBusy: Code { .zoneBusy }
  public static var badDatabase: Code { .badDatabase }
  public static var quotaExceeded: Code { .quotaExceeded }
  public static var zoneNotFound: Code { .zoneNotFound }
  public static var limitExceeded: Code { .limitExceeded }
  public static var userDeletedZone: Code { .userDeletedZone }
  public static var tooManyParticipants: Code { .tooManyParticipants }
  public static var alreadyShared: Code { .alreadyShared }
  public static var referenceViolation: Code { .referenceViolation }
  public static var managedAccountRestricted: Code { .managedAccountRestricted }
  public static var participantMayNeedVerification: Code { .participantMayNeedVerification }
  public static var serverResponseLost: Code { .serverResponseLost }
  public static var assetNotAvailable: Code { .assetNotAvailable }
  public static var accountTemporarilyUnavailable: Code { .accountTemporarilyUnavailable }
  public static var participantAlreadyInvited: Code { .participantAlreadyInvited }
}
