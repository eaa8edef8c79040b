import GroveIdentity
import GroveWire

/// A collaboration's identifier as one segment of a link.
enum PercentEncodedID {
  static func encode(_ id: CollaborationID) -> String { PercentEncoding.encode(id.text) }
}
