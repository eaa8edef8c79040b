public import GroveClient
public import GroveSystem
import GroveWire

extension MessengerError {
  /// What became of a call to the relay, in the messenger's words.
  public init(_ error: ClientError) {
    switch error {
    case .problem(let problem):
      let code: Code = problem.code == .handleTaken ? .handleTaken : .relayRefused
      self.init(code, problem.detail, problem: problem.code)
    case .unreachable(let reason): self.init(.relayUnreachable, reason)
    case .badAnswer(let reason): self.init(.relayAnswerInvalid, reason)
    case .cancelled: self.init(Code.cancelled)
    }
  }
}
