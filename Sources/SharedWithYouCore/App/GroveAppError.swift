public import GroveSystem

/// Why the framework cannot reach the messenger. Nothing secret is in it.
public enum GroveAppError: Error, Hashable, Sendable {
  /// Nothing says which app this is: see `GroveApp`.
  case notConfigured
  /// Not the ASCII serialisation of a web origin, such as `https://docs.example`.
  case originMalformed
  /// `grove-app.json` is there and cannot be read as one; the path.
  case fileMalformed(String)
  /// The messenger does not know the app: no agent is there, or it refused.
  case notRegistered(MessengerError)

  /// One sentence for whoever runs the program.
  public var sentence: String {
    switch self {
    case .notConfigured:
      "Call GroveApp.configure, set GROVE_APP_ORIGIN, or put a grove-app.json beside the program."
    case .originMalformed: "The app's origin has to look like https://docs.example."
    case .fileMalformed(let path): "\(path) is not a description of an app."
    case .notRegistered(let error) where error.code == .agentUnreachable:
      "No agent of this person's messenger is running: start one with grove agent run."
    case .notRegistered(let error): "The messenger does not take this app: \(error)."
    }
  }
}
