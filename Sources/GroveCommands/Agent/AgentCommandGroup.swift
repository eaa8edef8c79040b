import ArgumentParser

/// `grove agent`: one messenger for every app of a person on this machine.
struct AgentCommandGroup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "agent",
    abstract: "Keep one device for all apps of a person on this machine.",
    discussion: """
      The agent holds a device's folder (--folder, or GROVE_FOLDER, or ~/.grove/device), keeps it \
      connected, and listens on a Unix socket that only this user can reach (--socket, or \
      GROVE_AGENT_SOCKET, or $XDG_RUNTIME_DIR/grove/agent.sock, or ~/.grove/agent/agent.sock). \
      Apps register there with an origin, a name and a command; when they have to answer and are not \
      running, the agent starts the command in the background. “grove message” and “grove device” \
      on the same folder work through the agent.

      EXAMPLES
        grove agent                          run it, until Ctrl-C, SIGTERM or “grove agent stop”
        grove agent status --json
        grove agent confirm                  answer here when an app asks for an account
        grove agent apps --forget https://recipes.example
        grove agent stop
      """,
    subcommands: [
      AgentRunCommand.self, AgentStatusCommand.self, AgentStopCommand.self, AgentAppsCommand.self,
      AgentConfirmCommand.self,
    ],
    defaultSubcommand: AgentRunCommand.self)
}
