public import GroveWire

/// Why a call did not bring the answer it asks for. Nothing in here is secret.
public enum ClientError: Error, Hashable, Sendable {
  /// The server refused, with its problem body (RFC 9457).
  case problem(Problem)
  /// No answer came: no connection, no name, a time-out, a connection cut in the middle. Whether
  /// the server carried the request out is unknown, so only idempotent requests are repeated.
  case unreachable(String)
  /// Something answered, but not in the form of this protocol. The phrase is fixed.
  case badAnswer(String)
  /// The calling task was cancelled.
  case cancelled

  /// The server's stable code, where it gave one.
  public var problemCode: ProblemCode? {
    if case .problem(let problem) = self { problem.code } else { nil }
  }

  /// True where the same request may succeed later without anybody changing anything.
  public var isTemporary: Bool {
    switch self {
    case .problem(let problem):
      problem.code == .rateLimited || problem.code == .unavailable || problem.status >= 500
    case .unreachable: true
    case .badAnswer, .cancelled: false
    }
  }

  /// True where the server may have carried the request out, or may yet be found to have: nobody can
  /// say. The same request under the same identifier finds out.
  public var leavesOutcomeUnknown: Bool {
    switch self {
    case .unreachable: true
    case .problem(let problem): problem.code == .outcomeUnknown
    case .badAnswer, .cancelled: false
    }
  }
}

extension ClientError: CustomStringConvertible {
  /// The code and a fixed sentence, for logs; a person is shown words of the program's own.
  public var description: String {
    switch self {
    case .problem(let problem): "\(problem.code.rawValue): \(problem.title)"
    case .unreachable(let reason): "unreachable: \(reason)"
    case .badAnswer(let reason): "bad_answer: \(reason)"
    case .cancelled: "cancelled"
    }
  }
}
