import GroveAgent

/// What an agent keeps of one connection.
struct PeerState {
  /// What the client was asked.
  struct Question {
    var question: ClientQuestion
    var continuation: CheckedContinuation<ClientAnswer?, Never>
  }

  /// The lines that a client sends to a command.
  struct Input {
    var lines: AsyncStream<[UInt8]>
    var writer: AsyncStream<[UInt8]>.Continuation
  }

  var role = AgentPeer.Role.unknown
  var writer: LineWriter?
  var answersConfirmations = false
  /// What the client asked and has not been answered.
  var requests: [Int: Cancellation] = [:]
  /// Those that are not given up when the client goes away.
  var lasting: Set<Int> = []
  var inputs: [Int: Input] = [:]
  var questions: [Int: Question] = [:]
  var nextQuestion = 1
  /// Ends the watching of highlights.
  var watching: Cancellation?
}
