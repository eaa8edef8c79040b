import GroveIdentity
import GroveWire

/// The JSON value inside a server-sent event.
enum EventData {
  static func decode<Value: Decodable>(_ type: Value.Type, _ event: ServerSentEvent)
    throws(ClientError) -> Value
  {
    do {
      return try StrictJSON.decode(type, from: Array(event.data.utf8))
    } catch {
      throw .badAnswer("an event does not have the expected form")
    }
  }
}
