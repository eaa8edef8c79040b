import GroveClient
import GroveWire

/// The stable code of a server's refusal; nil where the call succeeded or failed otherwise.
func refusalCode(_ call: () async throws -> some Any) async -> ProblemCode? {
  do {
    _ = try await call()
    return nil
  } catch {
    return (error as? ClientError)?.problemCode
  }
}
