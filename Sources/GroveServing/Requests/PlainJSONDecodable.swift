/// A body that reads itself from JSON text as our own clients write it, for bodies that are large or
/// come often: the general decoder takes ten times as long.
package protocol PlainJSONDecodable: Decodable, Sendable {
  /// Nil for anything but that plain form; then the general decoder says what it is or what is
  /// wrong with it. A value that is given must be the one the general decoder would give.
  init?(plainJSON text: [UInt8])
}
