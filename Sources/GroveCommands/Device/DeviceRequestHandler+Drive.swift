import GroveClient
import GroveIdentity
import GroveWire

/// The drive, as far as programs for folders have no words for it.
extension DeviceRequestHandler {
  func drive(_ verb: DeviceRequest.Verb, _ arguments: Arguments) async throws -> Answer {
    let client = try await session.app().client
    guard verb == .appPassword else {
      _ = try await client.endCollaboration(arguments.collaboration())
      return Answer()
    }
    let made = try await client.makeAppPassword(named: arguments.text("name"))
    return Answer(DeviceReply(values: ["password": made.password]))
  }
}
