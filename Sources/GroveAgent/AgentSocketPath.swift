import Foundation

/// Where the agent of this user listens.
public enum AgentSocketPath {
  /// Names the socket; an app that the agent starts finds it there.
  public static let variable = "GROVE_AGENT_SOCKET"

  /// `GROVE_AGENT_SOCKET`, else `$XDG_RUNTIME_DIR/grove/agent.sock`, else
  /// `~/.grove/agent/agent.sock`.
  public static func `default`() -> String {
    `default`(
      environment: ProcessInfo.processInfo.environment,
      home: FileManager.default.homeDirectoryForCurrentUser.path)
  }

  static func `default`(environment: [String: String], home: String) -> String {
    if let named = environment[variable], !named.isEmpty { return named }
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
      return runtime + "/grove/agent.sock"
    }
    return home + "/.grove/agent/agent.sock"
  }
}
