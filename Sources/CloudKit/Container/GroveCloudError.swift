/// Why a program has no container. Nothing secret is in it.
public enum GroveCloudError: Error, Hashable, Sendable {
  /// Nothing says which container this program has, and where: see `GroveCloud`.
  case notConfigured
  /// Not the ASCII serialisation of a web origin, such as `https://docs.example`.
  case serverMalformed
  /// `grove-cloud.json` is there and cannot be read as one; the path.
  case fileMalformed(String)
  /// The file of the session is there and cannot be read or written, or others may read it; the path.
  case sessionUnusable(String)

  /// One sentence for whoever runs the program.
  public var sentence: String {
    switch self {
    case .notConfigured:
      """
      Call GroveCloud.configure, set GROVE_CLOUD_CONTAINER and GROVE_CLOUD_SERVER, or put a grove-cloud.json beside \
      the program.
      """
    case .serverMalformed: "The server has to look like https://docs.example."
    case .fileMalformed(let path): "\(path) does not say which container at which server."
    case .sessionUnusable(let path): "\(path) cannot be used, or others than its owner may read it."
    }
  }
}
