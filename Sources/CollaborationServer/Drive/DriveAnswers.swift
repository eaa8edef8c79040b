import CollaborationDomain
import DriveDomain
import GroveServing
import GroveWire
import HTTPTypes

/// What a drive answers where it does not do what it was asked for.
enum DriveAnswers {
  static let xml = "application/xml; charset=\"utf-8\""

  /// A document of XML.
  static func document(_ status: Int, headers: HTTPFields = [:], _ text: String) -> TreeAnswer {
    var headers = headers
    headers[.contentType] = xml
    return TreeAnswer(status, headers: headers, .bytes(Array((declaration + text).utf8)))
  }

  static let declaration = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"

  /// Nil for what nobody expected.
  static func refusing(_ error: any Error, id: String) -> TreeAnswer? {
    switch error {
    case let refusal as DriveRefusal: answer(refusal, id: id)
    case let fault as MarkupReader.Fault:
      TreeAnswer(Problem(.malformed, detail: "XML: \(fault.reason)"), requestID: id)
    default:
      (error as? Problem ?? Problem.ofCollaboration(error)).map { refusing($0, id: id) }
    }
  }

  private static func refusing(_ problem: Problem, id: String) -> TreeAnswer {
    var answer = TreeAnswer(problem, requestID: id)
    if problem.status == 401 {
      answer.headers[.wwwAuthenticate] = "Basic realm=\"Grove drive\", charset=\"UTF-8\""
    }
    return answer
  }

  private static func answer(_ refusal: DriveRefusal, id: String) -> TreeAnswer {
    switch refusal {
    case .locked(let path, let isBelow): locked("lock-token-submitted", path, isBelow)
    case .lockConflict(let path, let isBelow): locked("no-conflicting-lock", path, isBelow)
    case .lockMismatch: error(409, "lock-token-matches-request-uri")
    case .quotaExceeded: error(507, "quota-not-exceeded")
    default: refusing(problem(refusal), id: id)
    }
  }

  /// As other routes answer it.
  static func problem(_ refusal: DriveRefusal) -> Problem {
    switch refusal {
    case .unauthenticated: Problem(.unauthenticated)
    case .accountDisabled: Problem(.accountDisabled)
    case .notFound: Problem(.notFound)
    case .notAllowed: Problem(.methodNotAllowed)
    case .noParent: Problem(.conflict, detail: "the folder it would lie in is not there")
    case .nameTaken:
      Problem(.conflict, detail: "a name that differs only in its case is there")
    case .name(let fault): Problem(.invalidArguments, detail: sentence(fault))
    case .preconditionFailed: Problem(.preconditionFailed)
    case .locked, .lockConflict, .lockMismatch: Problem(.conflict, detail: "it is locked")
    case .forbidden: Problem(.forbidden)
    case .readOnly: Problem(.readOnly, detail: "it is shared to be read only")
    case .gone: Problem(.gone)
    case .conflict: Problem(.conflict, detail: "requestID")
    case .limitExceeded: Problem(.limitExceeded)
    case .quotaExceeded: Problem(.quotaExceeded)
    }
  }

  private static func sentence(_ fault: DriveNameFault) -> String {
    switch fault {
    case .empty: "a name has at least one character"
    case .dots: "nothing is called . or .."
    case .separator: "a name has no / and no \\"
    case .control: "a name has no control characters"
    case .long: "a name has at most 255 bytes in UTF-8"
    }
  }

  /// What says which condition failed (RFC 4918, section 16).
  static func error(_ status: Int, _ condition: String, path: DrivePath? = nil) -> TreeAnswer {
    document(status, "<D:error xmlns:D=\"DAV:\">\(element(condition, path))</D:error>\n")
  }

  private static func element(_ condition: String, _ path: DrivePath?) -> String {
    guard let path else { return "<D:\(condition)/>" }
    return "<D:\(condition)>\(DriveXML.href(path, isFolder: false))</D:\(condition)>"
  }

  /// What is in the way further down is told by itself (RFC 4918, sections 9.6.1 and 9.10.9).
  private static func locked(_ condition: String, _ path: DrivePath, _ isBelow: Bool)
    -> TreeAnswer
  {
    guard isBelow else { return error(423, condition, path: path) }
    let element = element(condition, path)
    return document(
      207,
      """
      <D:multistatus xmlns:D="DAV:"><D:response>\(DriveXML.href(path, isFolder: false))\
      <D:status>\(DriveXML.status(423))</D:status><D:error>\(element)</D:error>\
      </D:response></D:multistatus>

      """)
  }
}
