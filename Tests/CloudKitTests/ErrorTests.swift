import GroveClient
import GroveWire
import Testing

@testable import CloudKit

/// Errors as apps catch them.
struct ErrorTests {
  @Test func `errors are caught by their codes, and have a sentence and a domain`() {
    let error: any Error = CKError(.unknownItem, "There is none.")
    do {
      throw error
    } catch CKError.unknownItem {
      #expect((error as? CKError)?.code == .unknownItem)
    } catch {
      Issue.record("another error")
    }
    #expect((error as NSError).domain == CKErrorDomain && (error as NSError).code == 11)
    #expect(error.localizedDescription == "There is none.")
  }

  @Test func `there are 37 codes with the published numbers`() {
    #expect(CKError.Code.allCases.map(\.rawValue) == Array(1...37))
  }

  @Test func `what the server or the network says has its code, and the seconds to wait`() {
    func code(_ problem: ProblemCode) -> CKError.Code { CKError(.problem(Problem(problem))).code }
    #expect(code(.badContainer) == .badContainer && code(.unavailable) == .serviceUnavailable)
    #expect(
      code(.recordChanged) == .serverRecordChanged && code(.tokenExpired) == .changeTokenExpired)
    #expect(code(.unauthenticated) == .notAuthenticated && code(.tooLarge) == .limitExceeded)
    #expect(
      code(.outcomeUnknown) == .serverResponseLost && code(.conflict) == .serverRejectedRequest)
    let busy = CKError(.problem(Problem(.rateLimited, retryAfter: 7)))
    #expect(busy.code == .requestRateLimited && busy.retryAfterSeconds == 7)
    #expect(CKError(.unreachable("the host is unknown")).code == .networkUnavailable)
    #expect(CKError(.unreachable("the connection broke")).code == .networkFailure)
    #expect(
      CKError(.unreachable("the server answered with status 502")).code == .serviceUnavailable)
    #expect(CKError(.cancelled).code == .operationCancelled)
  }

  @Test func `every code of the servers' records has one of an app's`() {
    let records: [ProblemCode] = [
      .badContainer, .badDatabase, .permissionFailure, .unknownItem, .zoneNotFound,
      .invalidArguments, .recordChanged, .batchFailed, .referenceViolation, .alreadyShared,
      .quotaExceeded, .tokenExpired, .assetMissing,
    ]
    #expect(records.allSatisfy { CKError($0).code != .serverRejectedRequest })
  }

  @Test func `errors of single items come as one where an app asks in the old form`() throws {
    let a = CKRecord.ID(recordName: "a")
    let error = try #require(partial([(a, CKError(.batchFailed)), (CKRecord.ID(), nil)]))
    #expect(error.code == .partialFailure && error.partialErrorsByItemID?.count == 1)
    #expect((error.partialErrorsByItemID?[a] as? CKError)?.code == .batchRequestFailed)
  }
}
