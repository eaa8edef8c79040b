package import NIOCore

/// What one agent takes from its clients. Same numbers on both ends of a connection.
package struct AgentLimits: Sendable {
  /// Bytes of the first line, before it is known who speaks.
  package var helloBytes = 64 << 10
  /// Bytes of every other line: the largest file that can be sent as a copy fits, in base64url.
  package var lineBytes = 48 << 20
  package var connections = 64
  /// Questions of one connection that wait for an answer at the same time.
  package var requests = 32
  /// Bytes that wait for one client to read them; beyond, it is cut.
  package var queuedBytes = 64 << 20
  /// How long a client may take for its first line.
  package var helloTime = TimeAmount.seconds(5)
  /// How long a client may read nothing while something waits for it; then it is cut.
  package var stallTime = TimeAmount.seconds(10)
  /// Apps an agent remembers.
  package var apps = 256
  /// How long an app may take, after an action was given up, to say what it did all the same.
  package var lateAnswerTime = TimeAmount.seconds(10)

  package init() {}
}
