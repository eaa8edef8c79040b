/// Why the framework cannot reach the messenger. Nothing secret is in it.
public enum GroveAppError: Error, Hashable, Sendable {
  /// Nothing says which app this is: see `GroveApp`.
  case notConfigured
  /// Not the ASCII serialisation of a web origin, such as `https://docs.example`.
  case originMalformed
  /// `grove-app.json` is there and cannot be read as one; the path.
  case fileMalformed(String)

  /// One sentence for whoever runs the program.
  public var sentence: String {
    switch self {
    case .notConfigured:
      "Call GroveApp.configure, set GROVE_APP_ORIGIN, or put a grove-app.json beside the program."
    case .originMalformed: "The app's origin has to look like https://docs.example."
    case .fileMalformed(let path): "\(path) is not a description of an app."
    }
  }
}
