import ArgumentParser
import GroveClient
import GroveSystem
import GroveWire
import Messenger

/// What the exit status says: 1 refused or failed, 75 a server could not be reached (EX_TEMPFAIL).
enum ExitStatus {
  static let unreachable = ExitCode(75)

  /// Says the failure in one line on standard error, and returns the status to end with.
  static func failing(_ error: any Error & CustomStringConvertible) -> any Error {
    if error is ValidationError || error is CleanExit { return error }
    FlushedOutput.printError("grove: \(sentence(error))")
    return isUnreachable(error) ? unreachable : ExitCode.failure
  }

  private static func sentence(_ error: any Error & CustomStringConvertible) -> String {
    switch error {
    case let refusal as DeviceRefusal: Sentences.sentence(refusal)
    case let error as MessengerError: Sentences.sentence(error)
    case ClientError.problem(let problem): Sentences.sentence(problem)
    case ClientError.unreachable: "The app's server cannot be reached."
    default: error.description
    }
  }

  private static func isUnreachable(_ error: any Error) -> Bool {
    if case ClientError.unreachable = error { return true }
    if let failure = error as? FolderFailure { return failure.code == .unreachable }
    return [.relayUnreachable, .agentUnreachable].contains((error as? MessengerError)?.code)
  }
}
