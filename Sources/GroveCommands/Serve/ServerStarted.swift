/// The JSON line that `grove serve --json` prints for each server once it answers.
struct ServerStarted: Codable, Sendable {
  /// `relay` or `collaboration`.
  var server: String
  /// The address people and programs use.
  var origin: String
}
