package import NIOCore

/// Times and limits of a server's streams.
package struct StreamSettings: Sendable {
  /// A comment line is sent after so long without an event (design 6); a reader that has not taken
  /// one write for a whole interval is disconnected.
  package var heartbeat: TimeAmount = .seconds(15)
  /// How long a stream that is cut may take for its last event before its connection is closed.
  package var cutGrace: TimeAmount = .milliseconds(250)
  package var maximumStreams = 20_000
  package var maximumPerGroupAndAccount = 32
  /// Streams one account may have open, wherever.
  package var maximumPerAccount = 256
  /// Bytes the kernel keeps for a stream whose reader takes nothing.
  package var socketBuffer: Int = 131_072
  /// What large stretches are counted by.
  package var answers = ByteBudget()

  package init() {}
}

/// What a cut did.
package struct StreamsCut: Hashable, Sendable {
  /// Streams that were being served.
  package var streams: Int
  /// From the call until the last of them had written for the last time.
  package var elapsed: Duration

  package var microseconds: Int {
    let parts = elapsed.components
    return Int(parts.seconds) * 1_000_000 + Int(parts.attoseconds / 1_000_000_000_000)
  }
}
