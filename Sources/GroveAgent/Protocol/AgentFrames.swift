import GroveIdentity
package import GroveSystem

/// A line from a client to the agent: one JSON object with one member, which names what it is.
///
/// Identifiers count from one on each side of a connection; an answer repeats its question's.
package enum ClientFrame: Codable, Sendable, Redacted {
  case hello(AgentHello)
  case ask(id: Int, AgentRequest)
  /// Nobody waits for the answer any more.
  case cancel(id: Int)
  /// The answer to what the agent asked.
  case answer(id: Int, ClientAnswer)
  /// A line of standard input for a command that runs in the agent; nil at its end.
  case input(id: Int, text: String?)
}

/// A line from the agent to a client.
package enum AgentFrame: Codable, Sendable, Redacted {
  case welcome(AgentWelcome)
  /// The connection is not taken; it is closed after this line.
  case refused(MessengerError)
  case answer(id: Int, AgentAnswer)
  case failed(id: Int, MessengerError)
  case ask(id: Int, ClientQuestion)
  /// The agent does not wait any more. What was done all the same is answered, so that it can be
  /// taken back.
  case cancel(id: Int)
  /// The list of highlights may be another.
  case highlightsChanged
  /// What a command that runs in the agent prints.
  case output(id: Int, isError: Bool, text: String)
}
