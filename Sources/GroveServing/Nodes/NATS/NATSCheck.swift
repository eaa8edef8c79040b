import NIOCore

/// Whether NATS servers would do, for an operator.
package enum NATSCheck {
  /// Signs in at one of them, and tries what nodes do there.
  /// - Returns: the server's version, or why it will not do, in words.
  package static func look(
    at host: NATSAddress.Host, of address: NATSAddress
  ) async -> Result<String, NATSProblem> {
    do {
      return .success(try await within(.seconds(5)) { try await signIn(at: host, address) })
    } catch let error as NATSProtocolError {
      return .failure(NATSProblem(text: error.text))
    } catch is CancellationError {
      return .failure(NATSProblem(text: "no answer"))
    } catch {
      return .failure(NATSProblem(text: "cannot be reached"))
    }
  }

  private static func within(
    _ time: Duration, _ body: @escaping @Sendable () async throws -> String
  ) async throws -> String {
    try await withThrowingTaskGroup(of: String.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await Task.sleep(for: time)
        throw CancellationError()
      }
      defer { group.cancelAll() }
      return try await group.next() ?? ""
    }
  }

  private static func signIn(
    at host: NATSAddress.Host, _ address: NATSAddress
  ) async throws -> String {
    try await host.connected(address.tls).executeThenClose { inbound, outbound in
      var reader = NATSReader()
      var version = ""
      for try await bytes in inbound {
        reader.append(bytes)
        while let frame = try reader.next() {
          switch frame {
          case .info(let said, let tls):
            guard tls != .required || address.tls != nil else { throw NATSProtocolError.wantsTLS }
            // It may come again, after the connection was encrypted and whenever the cluster changes.
            guard version.isEmpty else { break }
            version = said
            var commands = NATSCommands()
            commands.connect(address.credentials, name: "grove doctor")
            // What it may not do is said before the answer to the ping.
            commands.subscribe("grove.doctor", 1)
            commands.publish("grove.doctor", "")
            commands.ping()
            try await outbound.write(commands.buffer)
          case .pong: return version
          case .error(let text): throw NATSProtocolError(text: text)
          default: break
          }
        }
      }
      throw NATSProtocolError(text: "the connection has ended")
    }
  }
}

package struct NATSProblem: Error, Equatable {
  package let text: String
}
